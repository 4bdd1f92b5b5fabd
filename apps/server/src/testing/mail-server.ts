import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** One mail as it arrived. */
export type ArrivedMail = { to: string; subject: string; messageId: string };

/** A mail server, which may fail. It takes nothing while it does, so that whatever arrives twice was sent twice. */
export type MailServer = {
  url: string;
  arrived: readonly ArrivedMail[];
  /** Is not there, says nothing, or takes nothing, for so long. */
  whileMail(mode: 'away' | 'silent' | 'refusing', milliseconds: number): Promise<void>;
  close(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const arrived: ArrivedMail[] = [];
  const sockets = new Set<Socket>();
  let mode: 'well' | 'away' | 'silent' | 'refusing' = 'well';
  /** Goes on as the mode says: a silent server never does. */
  const answer = (done: (error?: Error) => void) => {
    if (mode === 'silent') return;
    if (mode === 'well') return done();
    done(Object.assign(new Error('try later'), { responseCode: 451 }));
  };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => answer(done),
    onMailFrom: (_address, _session, done) => answer(done),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () =>
        answer((error) => {
          if (error) return done(error);
          const text = Buffer.concat(chunks).toString('utf8');
          for (const { address } of session.envelope.rcptTo) {
            arrived.push({
              to: address,
              subject: headerOf(text, 'Subject'),
              messageId: headerOf(text, 'Message-ID'),
            });
          }
          done();
        }),
      );
    },
  });
  // Clients that are cut off are part of it.
  smtp.on('error', () => {});
  smtp.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  /** Somebody else's connection may have the port for a while. */
  const listen = async (port: number): Promise<void> => {
    for (;;) {
      smtp.server.listen(port, '127.0.0.1');
      const said = await once(smtp.server, 'listening').catch(() => null);
      if (said) return;
      await sleep(100);
    }
  };
  await listen(0);
  const { port } = smtp.server.address() as AddressInfo;
  /** @param how `end` lets an answer out that is under way */
  const stopListening = (how: 'end' | 'destroy') => {
    const closed = new Promise<void>((resolve) => void smtp.server.close(() => resolve()));
    for (const socket of sockets) socket[how]();
    return closed;
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    async whileMail(next, milliseconds) {
      mode = next;
      const closed = next === 'away' ? stopListening('end') : null;
      await sleep(milliseconds);
      for (const socket of sockets) socket.destroy();
      if (closed) {
        await closed;
        await listen(port);
      }
      mode = 'well';
    },
    close: () => stopListening('destroy'),
  };
}

function headerOf(text: string, name: string): string {
  const [head = ''] = text.split('\r\n\r\n', 1);
  const line = new RegExp(`^${name}: (.*)$`, 'im').exec(head.replace(/\r\n[ \t]+/g, ' '));
  return line?.[1]?.trim() ?? '';
}
