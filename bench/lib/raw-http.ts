import { connect, type Socket } from 'node:net';

/** One answer on a kept connection. */
export type RawAnswer = { status: number; body: string };

/** What the head of an answer says about where its body ends. */
export type RawHead = { status: number; bodyAt: number; length: number | 'chunked' };

const HEAD_END = '\r\n\r\n';

/** @returns null while the head is not whole */
export function parseHead(text: string): RawHead | null {
  const end = text.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = text.slice(0, end);
  const status = Number(head.slice(9, 12));
  const bodyAt = end + HEAD_END.length;
  if (status === 204 || status === 304) return { status, bodyAt, length: 0 };
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return { status, bodyAt, length: 'chunked' };
  return { status, bodyAt, length: Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) };
}

/** @returns whether the text holds a whole answer with this head */
export function isWhole(text: string, head: RawHead): boolean {
  if (head.length === 'chunked') return text.endsWith('0\r\n\r\n');
  return text.length - head.bodyAt >= head.length;
}

export function requestText(request: {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}): string {
  const { method, path, headers, body } = request;
  const lines = Object.entries({
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n');
}

/** A version as JSON of a fixed width: the length in a request's head stays right as it grows. */
export function versionToken(version: number): string {
  return String(version).padStart(6);
}

/**
 * A kept connection that sends ready-made requests one after the other. It does little per request, so that on two
 * cores the client takes as little as possible from what is measured. Lengths are counted in latin1, one byte each.
 */
export function openConnection(port: number): Promise<{
  send(request: string): Promise<RawAnswer>;
  close(): void;
}> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true).setEncoding('latin1');
    let text = '';
    let head: RawHead | null = null;
    let waiting: { resolve(answer: RawAnswer): void; reject(error: Error): void } | null = null;
    const fail = (error: Error) => {
      waiting?.reject(error);
      waiting = null;
      reject(error);
    };
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the connection was closed')));
    socket.on('data', (chunk: string) => {
      text += chunk;
      head ??= parseHead(text);
      if (!head || !isWhole(text, head)) return;
      const answer = { status: head.status, body: text.slice(head.bodyAt) };
      const done = waiting;
      text = '';
      head = null;
      waiting = null;
      done?.resolve(answer);
    });
    socket.on('connect', () =>
      resolve({
        send: (request) =>
          new Promise((resolveAnswer, rejectAnswer) => {
            waiting = { resolve: resolveAnswer, reject: rejectAnswer };
            socket.write(request);
          }),
        close: () => {
          socket.removeAllListeners('close');
          socket.destroy();
        },
      }),
    );
  });
}
