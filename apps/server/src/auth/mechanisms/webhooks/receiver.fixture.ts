import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../../../testing/auth-harness.ts';

export type Received = {
  /** Path of the address, by which a receiver is told from another. */
  at: string;
  deliveryId: string;
  headers: IncomingMessage['headers'];
  text: string;
  body: Json;
};

/** What becomes of a call: a status, or no answer at all. */
type Behaviour = number | 'hang';

export type Receiver = {
  url(path: string): string;
  received: Received[];
  /** Answers from now on; 200 where a path is not named. */
  behave: Map<string, Behaviour>;
  /** What came since the last look, as `path action`: the root's first, each receiver's in the order in which it came. */
  news(): string[];
  latest(path: string): Received | undefined;
  close(): Promise<void>;
};

/** A real HTTP server that other applications' webhooks point at. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const behave = new Map<string, Behaviour>();
  let seen = 0;
  const server = createServer(async (request, response) => {
    const at = request.url ?? '/';
    const text = await read(request);
    const deliveryId = String(request.headers['x-latchkey-delivery']);
    received.push({ at, deliveryId, headers: request.headers, text, body: JSON.parse(text) as Json });
    answer(response, behave.get(at) ?? 200);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    received,
    behave,
    news() {
      const fresh = received.slice(seen);
      seen = received.length;
      const byReceiver = Map.groupBy(fresh, ({ at }) => at);
      const paths = [...byReceiver.keys()].toSorted((a, b) => Number(b === '/root') - Number(a === '/root'));
      return paths.flatMap((at) =>
        (byReceiver.get(at) ?? []).map(({ body }) => `${at.slice(1)} ${body.action}`),
      );
    },
    latest: (path) => received.findLast(({ at }) => at === path),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function answer(response: ServerResponse, behaviour: Behaviour): void {
  if (behaviour !== 'hang') response.writeHead(behaviour).end();
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** Whether the signature of a delivery is that of the secret, over the time and the very bytes. */
export function isSigned({ headers, text }: Received, secret: string): boolean {
  const [, at, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-latchkey-signature'])) ?? [];
  const expected = createHmac('sha256', secret).update(`${at}.${text}`).digest('hex');
  return headers.authorization === `Bearer ${secret}` && signature === expected;
}
