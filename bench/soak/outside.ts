import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MailServer, startMailServer } from '../../apps/server/src/testing/mail-server.ts';

/** A receiver of webhooks and a mail server, which may fail. */
export type Outside = {
  mail: MailServer;
  hookUrl: string;
  /** Webhooks that it took. */
  taken(): number;
  /** Takes webhooks without an answer, or answers 500, for so long. */
  whileHooks(mode: 'silent' | 'broken', milliseconds: number): Promise<void>;
  close(): Promise<void>;
};

export async function startOutside(): Promise<Outside> {
  let taken = 0;
  let mode: 'well' | 'silent' | 'broken' = 'well';
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (mode === 'silent') return;
      if (mode === 'well') taken += 1;
      response.writeHead(mode === 'well' ? 204 : 500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mail = await startMailServer();
  return {
    mail,
    hookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    taken: () => taken,
    async whileHooks(next, milliseconds) {
      mode = next;
      await sleep(milliseconds);
      mode = 'well';
      server.closeAllConnections();
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await mail.close();
    },
  };
}
