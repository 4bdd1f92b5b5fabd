import { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify';

type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type Options = Parameters<FastifyBaseLogger['child']>[1];
type Line = Parameters<FastifyBaseLogger['info']>;

/**
 * The logger of one request, for Fastify's `childLoggerFactory`: each of its lines, Fastify's own too, carries the request's
 * id. Most requests have nothing to say here, so the child of the log is made with the first line.
 */
export function createRequestLogger(
  log: FastifyBaseLogger,
  bindings: Bindings,
  options: Options,
): FastifyBaseLogger {
  return new RequestLogger(log, bindings, options);
}

class RequestLogger implements FastifyBaseLogger {
  readonly #log: FastifyBaseLogger;
  readonly #bindings: Bindings;
  readonly #options: Options;
  #own: FastifyBaseLogger | undefined;
  constructor(log: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#log = log;
    this.#bindings = bindings;
    this.#options = options;
  }
  #child(): FastifyBaseLogger {
    this.#own ??= this.#log.child(this.#bindings, this.#options);
    return this.#own;
  }
  get level(): string {
    return this.#child().level;
  }
  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#child().child(bindings, options);
  }
  fatal(...line: Line): void {
    this.#child().fatal(...line);
  }
  error(...line: Line): void {
    this.#child().error(...line);
  }
  warn(...line: Line): void {
    this.#child().warn(...line);
  }
  info(...line: Line): void {
    this.#child().info(...line);
  }
  debug(...line: Line): void {
    this.#child().debug(...line);
  }
  trace(...line: Line): void {
    this.#child().trace(...line);
  }
  silent(...line: Line): void {
    this.#child().silent(...line);
  }
}

/** Leaves out Fastify's own lines of each request, which show addresses, but for one: an answer that breaks off halfway has its good status in the request log. */
export class RequestLines extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }
  override streamError(error: NodeJS.ErrnoException, { log }: FastifyRequest): void {
    // Who asked has gone away.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    log.error({ err: error }, 'answer broke off');
  }
}
