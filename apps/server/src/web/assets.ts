import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { AppError } from '@stint/domain/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip';

type Asset = { type: string; plain: Buffer; encoded: Partial<Record<Encoding, Buffer>> };

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Quality of what the build did not compress beforehand: quick, made once and kept. */
const QUICK_QUALITY = 5;

export type AssetFolder = {
  /** @throws AppError `not_found` */
  send(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
};

/** Files of one folder, kept in memory once asked for and until a build replaces them; the `.br` and `.gz` beside a file are used where they exist. */
export function createAssetFolder(folder: string, cacheControl: string): AssetFolder {
  const assets = new Map<string, { builtAt: number; asset: Promise<Asset> }>();
  return {
    async send(name, request, reply) {
      const path = join(folder, name);
      const builtAt = isPlainName(name) ? statSync(path, { throwIfNoEntry: false })?.mtimeMs : undefined;
      if (builtAt === undefined) throw new AppError('not_found');
      const known = assets.get(name);
      const current = known?.builtAt === builtAt ? known : { builtAt, asset: load(path) };
      assets.set(name, current);
      const asset = await current.asset;
      const encoding = chooseEncoding(request.headers['accept-encoding'], asset);
      reply
        .header('content-type', asset.type)
        .header('cache-control', cacheControl)
        .header('vary', 'accept-encoding');
      if (!encoding) return reply.send(asset.plain);
      return reply.header('content-encoding', encoding).send(asset.encoded[encoding]);
    },
  };
}

/** A text compressed for this request, or as it is. */
export async function compressed(
  text: string,
  acceptEncoding: string | undefined,
): Promise<{ body: Buffer; encoding: Encoding | null }> {
  const plain = Buffer.from(text);
  if (accepts(acceptEncoding, 'br')) return { body: await quickBrotli(plain), encoding: 'br' };
  if (accepts(acceptEncoding, 'gzip')) return { body: await zip(plain), encoding: 'gzip' };
  return { body: plain, encoding: null };
}

async function load(path: string): Promise<Asset> {
  const type = types[extname(path)] ?? 'application/octet-stream';
  const plain = await readFile(path);
  if (!/^text|json|svg/.test(type)) return { type, plain, encoded: {} };
  const [br, gz] = await Promise.all([
    existsSync(`${path}.br`) ? readFile(`${path}.br`) : quickBrotli(plain),
    existsSync(`${path}.gz`) ? readFile(`${path}.gz`) : zip(plain),
  ]);
  return { type, plain, encoded: { br, gzip: gz } };
}

function quickBrotli(plain: Buffer): Promise<Buffer> {
  return brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_QUALITY } });
}

function chooseEncoding(header: string | undefined, asset: Asset): Encoding | null {
  if (asset.encoded.br && accepts(header, 'br')) return 'br';
  return asset.encoded.gzip && accepts(header, 'gzip') ? 'gzip' : null;
}

function accepts(header: string | undefined, encoding: Encoding): boolean {
  return new RegExp(`(^|[,\\s])${encoding}\\s*(,|$|;(?!\\s*q=0(\\.0*)?\\s*(,|$)))`).test(header ?? '');
}

/** Letters, digits, dots, hyphens and single slashes: nothing that could leave the folder. */
function isPlainName(name: string): boolean {
  return /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name) && !/\.(br|gz)$/.test(name);
}
