import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

export type HttpCall = {
  method: string;
  path: string;
  /** Host header with port: names below `localhost` do not resolve in Node. */
  host?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is in place of `body`, as JSON that need not be any. */
  text?: string;
  /** Sent as they are, of the type that `headers` names. */
  bytes?: Uint8Array;
  agent?: Agent;
};

export type HttpAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body read as JSON; undefined when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  json: any;
};

/** One call to a port of this machine. @throws the socket's error when no whole answer came back */
export function sendHttp(port: number, call: HttpCall): Promise<HttpAnswer> {
  const body = call.body === undefined ? call.text : JSON.stringify(call.body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method: call.method,
        path: call.path,
        agent: call.agent,
        headers: {
          ...(call.host ? { host: call.host } : {}),
          ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
          ...call.headers,
        },
      },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk: string) => {
          text += chunk;
        });
        incoming.on('error', reject);
        incoming.on('end', () => {
          if (!incoming.complete) return reject(new Error('the answer was cut off'));
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: parse(text) });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body ?? call.bytes);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
