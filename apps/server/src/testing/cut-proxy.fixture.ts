import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { findFreePort } from './product-process.ts';

/** What lies between a program and its database; each way of failing lasts until `mend`. */
export type CutProxy = {
  port: number;
  /** Every connection breaks, and no new one is taken. */
  refuse(): Promise<void>;
  /** Nothing is passed on any more, in either direction, and nobody is told: a black hole. */
  swallow(): void;
  mend(): Promise<void>;
  close(): Promise<void>;
};

export type ProxyTarget = { host: string; port: number };

/** Passes bytes on to a server at a TCP address, or at a folder with its unix socket. */
export async function startCutProxy({ host, port }: ProxyTarget): Promise<CutProxy> {
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const pairs = new Set<Socket>();
  let isSilent = false;
  const take = (near: Socket) => {
    const far = createConnection(target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      pairs.add(from);
      from.on('data', (bytes) => {
        if (!isSilent) to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        pairs.delete(from);
        to.destroy();
      });
    }
  };
  let server: Server = createServer(take);
  const own = await findFreePort();
  await listen(server, own);
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of pairs) socket.destroy();
    });
  return {
    port: own,
    refuse: stop,
    swallow() {
      isSilent = true;
    },
    async mend() {
      // What was swallowed is missing in the middle of a conversation: those connections are dead.
      for (const socket of pairs) socket.destroy();
      isSilent = false;
      if (server.listening) return;
      server = createServer(take);
      await listen(server, own);
    },
    close: stop,
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}
