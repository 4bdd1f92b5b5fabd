import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

const POLL_MS = 20;

/** A real mail server that keeps what it is handed. */
export type MailServer = {
  /** For `SMTP_URL`. */
  url: string;
  /** Whole messages, headers and both bodies, in the order of their arrival. */
  received: string[];
  /** The first link in the text of the newest mail to an address that has `subject` in its subject; waits for it. */
  linkTo(address: string, subject: RegExp): Promise<string>;
  close(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push(Buffer.concat(parts).toString());
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    async linkTo(address, subject) {
      for (;;) {
        const mail = received.findLast(
          (text) => isTo(text, address) && subject.test(headerOf(text, 'subject')),
        );
        const link = mail && /https?:\/\/[^\s<>"]+/.exec(withoutQuotedPrintable(mail))?.[0];
        if (link) return link;
        await sleep(POLL_MS);
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function isTo(mail: string, address: string): boolean {
  return headerOf(mail, 'to').includes(address);
}

function headerOf(mail: string, name: string): string {
  return new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(mail)?.[1] ?? '';
}

/** RFC 2045 section 6.7: soft line breaks and bytes in hexadecimal. */
function withoutQuotedPrintable(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
