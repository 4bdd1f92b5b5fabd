import type { RouteDefinition, RouteInput, RouteOutput, RouteTable } from '@stint/domain/api/route.ts';
import { isBodyOptional, splitRouteKey } from '@stint/domain/api/route.ts';
import { AppError, type ErrorCode, errorBody } from '@stint/domain/errors.ts';
import { isGivenDate, isGivenInstant } from '@stint/domain/time/plain-date.ts';
import { Ajv, type ErrorObject } from 'ajv';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { isOutage } from './database-errors.ts';
import type { Departure } from './departure.ts';
import { findAsGet, keepHeads } from './head-requests.ts';
import { checkJsonValue } from './http-body.ts';
import { answerClientError, arrival, guardBorder, ignoreExpectations, readText } from './http-border.ts';
import { newId } from './ids.ts';
import type { JsonText } from './json-text.ts';
import { lazySerializer, lazyValidator } from './lazy-schemas.ts';
import { keepBody } from './raw-body.ts';
import { createRequestLogger, RequestLines } from './request-log.ts';
import { responseHeaders } from './response-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the access check of its route gave. */
    accessContext: unknown;
    /** Told by the access checks, once they know who asks; the line of the request in the log has it. */
    callerFacts: CallerFacts | undefined;
  }
}

/** For whom a request was answered: ids that say nothing to a stranger. */
type CallerFacts = { workspace?: string | undefined; session?: string | null | undefined };

export type Http = { request: FastifyRequest; reply: FastifyReply };

/** What an access word of a route table gives its handlers, checked before they run. */
export type AccessChecks<Contexts> = {
  [Name in keyof Contexts]: (http: Http, row: RouteDefinition) => Promise<Contexts[Name]>;
};

/** One handler per row of a table; `context` is what the row's access check gave. The reply itself stands for one that was sent already. */
export type Handlers<Table extends RouteTable, Contexts> = {
  [Key in keyof Table]: (
    input: RouteInput<Table[Key]>,
    context: ContextOf<Table[Key], Contexts>,
    http: Http,
  ) => Promise<RouteOutput<Table[Key]> | RawJson<RouteOutput<Table[Key]>> | FastifyReply>;
};

type ContextOf<Row, Contexts> = Row extends { access: infer Name extends keyof Contexts }
  ? Contexts[Name]
  : never;

/** A JSON text that the database made already; it goes out as it is, so its type has to be the answer's. */
export class RawJson<Shape> {
  readonly text: JsonText<Shape>;
  constructor(text: JsonText<Shape>) {
    this.text = text;
  }
}

export type ServiceOptions<Table extends RouteTable, Contexts> = {
  table: Table;
  handlers: Handlers<Table, Contexts>;
  access: AccessChecks<Contexts>;
  /** Runs before the access check; throws `rate_limited`. */
  limit?: (http: Http, row: RouteDefinition) => void | Promise<void>;
};

export type HttpServerOptions = {
  /** Proxies whose X-Forwarded-For is believed: addresses or ranges; none where empty. */
  trustedProxies: string[];
  logger: FastifyBaseLogger | false;
  /** Answers close their connections from its begin on, so that nobody sends the next request here. */
  departure?: Departure;
};

/** A Fastify instance with the house's checks: JSON only, strict shapes, request ids, one error form. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const app = Fastify({
    ...(options.logger
      ? { loggerInstance: options.logger, childLoggerFactory: createRequestLogger }
      : { logger: false }),
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    genReqId: () => newId(),
    logController: new RequestLines(),
    bodyLimit: 1024 * 1024,
    http: { ...arrival, requireHostHeader: false },
    requestTimeout: arrival.requestTimeout,
    connectionTimeout: 0,
    forceCloseConnections: 'idle',
    // Our own border answers then, in the one form, and lets the services of this process ask each other.
    return503OnClosing: false,
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      sendError(error, request, reply.headers(responseHeaders).header('x-request-id', request.id)),
    clientErrorHandler: answerClientError,
    exposeHeadRoutes: false,
    rewriteUrl: findAsGet,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 512 },
  } as object) as unknown as FastifyInstance;
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      void parseJson(request, readText(body), done);
    } catch (error) {
      done(error as Error);
    }
  });
  app.setValidatorCompiler(({ schema, httpPart }) =>
    lazyValidator(validator(httpPart ?? 'body'), schema as object),
  );
  app.setSerializerCompiler(({ schema }) => lazySerializer(schema as object));
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(new AppError('not_found'), request, reply));
  app.decorateRequest('accessContext', undefined).decorateRequest('callerFacts', undefined);
  keepHeads(app);
  guardBorder(app, options.departure);
  ignoreExpectations(app.server, app);
  app.addHook('preClose', async () => closeAsTheyFinish(app));
  return app;
}

const drainPollMs = 50;

/** Connections whose last request ends during the drain would stay open, kept alive, and hold the end up. */
function closeAsTheyFinish(app: FastifyInstance): void {
  const timer = setInterval(() => app.server.closeIdleConnections(), drainPollMs).unref();
  app.server.once('close', () => clearInterval(timer));
}

/** Adds every row of a table as a route. A row without a handler, or a handler without a row, does not compile. */
export function registerRoutes<Table extends RouteTable, Contexts>(
  app: FastifyInstance,
  service: ServiceOptions<Table, Contexts>,
): void {
  for (const [key, row] of Object.entries(service.table) as [keyof Table & string, RouteDefinition][]) {
    const { takes } = row;
    if (takes === undefined) {
      addRoute(app, service, key, row);
      continue;
    }
    void app.register(async (scope) => {
      keepBody[takes](scope);
      addRoute(scope, service, key, row);
    });
  }
}

function addRoute<Table extends RouteTable, Contexts>(
  app: FastifyInstance,
  service: ServiceOptions<Table, Contexts>,
  key: keyof Table & string,
  row: RouteDefinition,
): void {
  const { method, path } = splitRouteKey(key);
  const handler = service.handlers[key] as unknown as AnyHandler | undefined;
  const check = service.access[row.access as keyof Contexts] as AnyCheck | undefined;
  const takesNothing = isBodyOptional(row);
  if (!handler || !check) throw new Error(`route ${key} has no ${handler ? 'access check' : 'handler'}`);
  app.route({
    method,
    url: path,
    ...(row.bodyLimit ? { bodyLimit: row.bodyLimit } : {}),
    config: {
      isPolled: row.isPolled === true,
      ...(row.takes === 'zip' ? { arrivesWithinMs: arrival.requestTimeout } : {}),
    },
    schema: {
      ...(row.params ? { params: row.params } : {}),
      ...(row.query ? { querystring: row.query } : {}),
      ...(row.body ? { body: row.body } : {}),
      // By its class: V8 keeps 2.5 KiB, of slots for 0 to 200, for an object with the key 200, and Fastify copies it.
      response: { '2xx': row.response },
    },
    // Limits and access come before validation: a stranger learns nothing about shapes, a flood costs no parsing.
    preValidation: async (request, reply) => {
      const http = { request, reply };
      await service.limit?.(http, row);
      if (request.body == null && takesNothing) request.body = {};
      request.accessContext = await check(http, row);
      checkJsonValue(request.body);
      checkJsonValue(request.query);
    },
    handler: async (request, reply) => {
      const { params, query, body } = request;
      const answer = await handler({ params, query, body }, request.accessContext, { request, reply });
      if (reply.sent) return reply;
      reply.code(row.status ?? (reply.statusCode || 200));
      if (answer instanceof RawJson) {
        reply.header('content-type', 'application/json; charset=utf-8').serializer((text) => String(text));
        return reply.send(answer.text);
      }
      return answer;
    },
  });
}

type AnyHandler = (input: unknown, context: unknown, http: Http) => Promise<unknown>;
type AnyCheck = (http: Http, row: RouteDefinition) => Promise<unknown>;

/** Turns anything thrown into an answer: known refusals as they are, everything else a plain 500 and a log line. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = beginRefusal(error, request, reply);
  if (refusal.code === 'relogin') return reply.type('text/plain; charset=utf-8').send(refusal.message);
  return reply
    .serializer((body) => JSON.stringify(body))
    .type('application/json; charset=utf-8')
    .send(errorBody(refusal, request.id));
}

/** What every refusal has, whatever its body is: a line in the log, its status, and when to come again. */
export function beginRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const refusal = toAppError(error);
  const { code, status, options } = refusal;
  if (status >= 500) request.log.error({ err: error, code }, 'request failed');
  else request.log.info({ code, status }, 'request refused');
  reply.code(status);
  if (options.retryAfterSeconds !== undefined) {
    reply.header('retry-after', Math.max(1, Math.ceil(options.retryAfterSeconds)));
  }
  return refusal;
}

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** A database comes back within seconds, or an operator has been told. */
export const outageSeconds = 2;

/** What is refused, for anything that was thrown. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isOutage(error)) return new AppError('unavailable', { cause: error, retryAfterSeconds: outageSeconds });
  const known = error as Partial<FastifyError>;
  if (known?.validation) return fromValidation(known.validation as ErrorObject[]);
  const code = known?.code ? frameworkCodes[known.code] : undefined;
  if (code) return new AppError(code, { cause: error });
  if (error instanceof SyntaxError || known?.statusCode === 400)
    return new AppError('bad_request', { cause: error });
  return new AppError('internal', { cause: error });
}

function fromValidation(issues: ErrorObject[]): AppError {
  const fields = issues.map((issue) => {
    const name = issue.params?.missingProperty ?? issue.params?.additionalProperty;
    const path = [...issue.instancePath.split('/').slice(1), ...(name ? [String(name)] : [])].join('.');
    const code = isDate(issue) ? 'date_invalid' : 'validation_failed';
    return { code, message: sentence(issue, path), field: path };
  });
  const message = fields[0]?.message ?? 'Some fields need attention.';
  if (issues.every(isDate)) return new AppError('date_invalid', { message, fields });
  return new AppError('validation_failed', { message, fields, type: 'bad_request_error' });
}

function isDate({ keyword, params }: ErrorObject): boolean {
  return keyword === 'format' && params?.format === 'date';
}

function sentence(issue: ErrorObject, path: string): string {
  const name = path || 'The body';
  if (issue.keyword === 'required') return `${name} is missing.`;
  if (issue.keyword === 'additionalProperties') return `${name} is not a known field.`;
  if (isDate(issue)) return `${name}: enter a date that exists, as YYYY-MM-DD, in the years 1900 to 2199.`;
  if (issue.params?.format === 'date-time')
    return `${name}: enter a time that exists, such as 2026-11-22T08:00:00Z, in the years 1900 to 2199.`;
  return `${name} ${issue.message ?? 'is not valid'}.`;
}

/** The formats that route shapes name: a uuid in its strict form, a date, an instant with its offset (RFC 3339 5.6). */
const formats = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  date: isGivenDate,
  'date-time': isGivenInstant,
};
/** Shapes are our own and a test holds them valid: compiling what would judge them costs each start 50 ms. */
const common = {
  allErrors: false,
  useDefaults: true,
  strict: false,
  validateSchema: false,
  meta: false,
  formats,
};
const strict = new Ajv({ ...common, coerceTypes: false });
const coercing = new Ajv({ ...common, coerceTypes: true });

function validator(httpPart: string): Ajv {
  return httpPart === 'body' ? strict : coercing;
}
