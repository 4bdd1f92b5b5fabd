import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ChangesAnswer } from './visible.ts';

export type EventReader = {
  status: number;
  type: string;
  /** The next event, with its id. */
  next(): Promise<ChangesAnswer & { id: string }>;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  close(): void;
};

/** Reads the events of a stream over a real connection. The application has to listen. */
export async function readEvents(
  app: FastifyInstance,
  headers: Record<string, string>,
): Promise<EventReader> {
  const { port } = app.server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const accept = { accept: 'text/event-stream' };
    const asked = request({
      host: '127.0.0.1',
      port,
      path: '/api/Changes',
      headers: { ...accept, ...headers },
    });
    asked.once('response', resolve).once('error', reject).end();
  });
  const events: (ChangesAnswer & { id: string })[] = [];
  const waiting: ((event: ChangesAnswer & { id: string }) => void)[] = [];
  let text = '';
  response.setEncoding('utf8').on('data', (part: string) => {
    const blocks = (text + part).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const match = /^id: (.+)\ndata: (.+)$/.exec(block);
      if (!match) continue;
      const event = { id: match[1] ?? '', ...(JSON.parse(match[2] ?? '') as ChangesAnswer) };
      const hear = waiting.shift();
      if (hear) hear(event);
      else events.push(event);
    }
  });
  return {
    status: response.statusCode ?? 0,
    type: String(response.headers['content-type']),
    next: () => {
      const event = events.shift();
      return event ? Promise.resolve(event) : new Promise((resolve) => void waiting.push(resolve));
    },
    ended: new Promise((resolve) => {
      response.once('end', resolve).once('error', () => resolve());
    }),
    close: () => void response.destroy(),
  };
}
