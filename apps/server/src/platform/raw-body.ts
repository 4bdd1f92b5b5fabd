import type { Readable } from 'node:stream';
import type { BodyKind } from '@stint/domain/api/route.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const rawBodies = new WeakMap<FastifyRequest, Buffer>();
const pieces = new WeakMap<FastifyRequest, Buffer>();
const streams = new WeakMap<FastifyRequest, Readable>();

/** Prepares a scope for the routes whose body is taken otherwise than as parsed JSON. */
export const keepBody: Record<BodyKind, (scope: FastifyInstance) => void> = {
  bytes: keepRawJson,
  zip: keepZipStream,
  piece: keepPiece,
  form: ignoreForm,
};

/** In this scope JSON stays the bytes that were sent: a signature covers them, not what a parser makes of them. */
function keepRawJson(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    rawBodies.set(request, body as Buffer);
    done(null, undefined);
  });
}

/** In this scope a zip arrives as a stream, so that a large one is never held as a whole by the parser. */
function keepZipStream(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/zip', (request, payload, done) => {
    streams.set(request, payload as unknown as Readable);
    done(null, undefined);
  });
}

/** In this scope bytes of a file arrive as they are; the limit of the call keeps them few. */
function keepPiece(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (request, body, done) => {
    pieces.set(request, body as Buffer);
    done(null, undefined);
  });
}

/** In this scope a form may come as well: that it was sent is all that it says. */
function ignoreForm(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer' },
    (_request, _body, done) => done(null, undefined),
  );
}

/** @throws AppError `file_invalid` when there were no bytes */
export function pieceOf(request: FastifyRequest): Buffer {
  const piece = pieces.get(request);
  if (!piece)
    throw new AppError('file_invalid', {
      message: 'Send the bytes of the file as application/octet-stream.',
    });
  return piece;
}

/** @throws AppError `bad_request` when there was no body */
export function rawBodyOf(request: FastifyRequest): Buffer {
  const body = rawBodies.get(request);
  if (!body) throw new AppError('bad_request');
  return body;
}

/** @throws AppError `file_invalid` when there was no zip */
export function zipStreamOf(request: FastifyRequest): Readable {
  const stream = streams.get(request);
  if (!stream) throw new AppError('file_invalid');
  return stream;
}
