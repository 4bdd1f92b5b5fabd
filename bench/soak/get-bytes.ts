import { get } from 'node:http';

/** A body as it is, for files. */
export function getBytes(port: number, path: string, headers: Record<string, string>): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers }, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const bytes = Buffer.concat(pieces);
        if (incoming.statusCode === 200) resolve(bytes);
        else reject(new Error(`${path}: ${incoming.statusCode} ${bytes}`));
      });
    }).on('error', reject);
  });
}
