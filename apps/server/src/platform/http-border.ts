import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { AppError, type ErrorCode, errorBody } from '@stint/domain/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Departure } from './departure.ts';
import { newId } from './ids.ts';
import { isInProcess } from './in-process-fetch.ts';
import { responseHeaders } from './response-headers.ts';

/** How long the head of a request and the whole of it may take to arrive, and how often that is looked at. */
export const arrival = {
  headersTimeout: 15_000,
  /** That of the largest upload, 64 MiB at 1 Mbit/s; what other calls may take is `callTimeout`. */
  requestTimeout: 10 * 60_000,
  connectionsCheckingInterval: 1000,
} as const;

/** How long all of a call may take to arrive that is no upload. */
export const callTimeout = 30_000;

/**
 * What holds for every request before any route: the headers of every answer, one host, an address and a query of
 * well-formed UTF-8 (RFC 3629), and no new work while the process drains. Before that, while a process that is about to end
 * still takes requests, each answer is the last on its connection.
 */
export function guardBorder(app: FastifyInstance, departure?: Departure): void {
  let isDraining = false;
  app.addHook('preClose', async () => {
    isDraining = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(responseHeaders).header('x-request-id', request.id);
    const isOurs = isInProcess(request);
    if ((departure?.hasBegun || isDraining) && !isOurs) reply.header('connection', 'close');
    if (isDraining && !isOurs) {
      throw new AppError('unavailable', { retryAfterSeconds: 1 });
    }
    checkHead(request);
    limitArrival(app.server, request);
  });
}

/** What a route says of its requests: uploads may take their time. */
type ArrivalConfig = { arrivesWithinMs?: number };

function limitArrival(server: Server, { raw, routeOptions }: FastifyRequest): void {
  const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
  if (!hasBody || !(raw.socket instanceof Socket)) return;
  const { arrivesWithinMs = callTimeout } = routeOptions.config as ArrivalConfig;
  const timer = setTimeout(() => {
    if (raw.complete) return;
    const late = Object.assign(new Error('the body did not arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', late, raw.socket);
  }, arrivesWithinMs).unref();
  raw.once('close', () => clearTimeout(timer));
}

/** @throws AppError `bad_request` */
function checkHead({ raw }: FastifyRequest): void {
  // RFC 9112 section 3.2: without a host a request of HTTP/1.1 is a bad one.
  if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw new AppError('bad_request');
  const address = raw.url ?? '';
  const query = address.includes('?') ? address.slice(address.indexOf('?')) : '';
  if (!/^[\x21-\x7e]*$/.test(address) || !isWellFormed(query)) {
    throw new AppError('bad_request', { message: 'The address is not well-formed. Write it in UTF-8.' });
  }
}

function isWellFormed(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a body. @throws AppError `bad_request` where it is no UTF-8, which would be kept as U+FFFD otherwise */
export function readText(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch (cause) {
    throw new AppError('bad_request', { message: 'The body is not UTF-8.', cause });
  }
}

/** The same for a form, whose bytes may be written as `%FF` as well. @throws AppError `bad_request` */
export function readFormText(body: Buffer): string {
  const text = readText(body);
  if (!isWellFormed(text)) throw new AppError('bad_request', { message: 'The form is not UTF-8.' });
  return text;
}

const clientErrors: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers what never became a request: not HTTP, a head that is too large, or one that does not arrive. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  const { _httpMessage: underWay } = socket as Socket & { _httpMessage?: { headersSent: boolean } };
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) {
    socket.destroy();
    return;
  }
  const refusal = new AppError(clientErrors[error.code ?? ''] ?? 'bad_request');
  const id = newId();
  const body = JSON.stringify(errorBody(refusal, id));
  const headers = {
    ...responseHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': id,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`,
    () => socket.destroy(),
  );
}

/** An expectation that nobody here meets is answered like any other request (RFC 9110 section 10.1.1). */
export function ignoreExpectations(server: Server, app: FastifyInstance): void {
  server.on('checkExpectation', (request: IncomingMessage, response) => app.routing(request, response));
}
