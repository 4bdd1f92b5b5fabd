import { request } from 'node:http';
import { workspaceHeaders } from '../../apps/server/src/testing/product-person.ts';
import { seatsOf } from './requests.ts';
import type { BenchProduct } from './setup.ts';

let calls = 0;

/** A call of the owner's; sessions in turn, since limits count for each. */
export function call(
  bench: BenchProduct,
  method: string,
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: the shapes of what is measured are tested elsewhere
): Promise<any> {
  const seats = seatsOf(bench).filter(({ person }) => person === bench.people[0]);
  const { session } = seats[calls++ % seats.length] as (typeof seats)[number];
  const isPiece = body instanceof Uint8Array;
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        port: bench.product.port,
        method,
        path: `/api/${path}`,
        headers: {
          host: session.host,
          ...(body ? { 'content-type': isPiece ? 'application/octet-stream' : 'application/json' } : {}),
          ...workspaceHeaders(session, bench.workspace),
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if ((answer.statusCode ?? 0) < 300) resolve(JSON.parse(text));
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`));
        });
      },
    );
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : isPiece ? body : JSON.stringify(body));
  });
}
