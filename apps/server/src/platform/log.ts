import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** Keys whose values never reach a log line, at any depth that our code logs (security 12). */
const secretKeys = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'verificationCode',
  'totpCode',
  'backupCode',
  'email',
  'phoneNumber',
];

/** JSON lines in UTC on standard output. @param level debug, info, warn, error or silent */
export function createLogger(level: string, destination?: { write(line: string): void }): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
      serializers: { err: describeError },
    },
    destination ?? standardOutput(),
  );
}

/** Lines wait for each other so long, or until there are so many bytes: a write for each costs more than to make it. */
const gatherMs = 50;
const gatherBytes = 8192;

/** What still waits at the end of the process is written then. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: false, minLength: gatherBytes });
  let isDue = false;
  let waitingBytes = 0;
  const flush = () => {
    isDue = false;
    output.flush();
  };
  const planFlush = () => {
    if (isDue) return;
    isDue = true;
    setTimeout(flush, gatherMs).unref();
  };
  output.on('write', (written) => {
    waitingBytes -= written;
  });
  // A flush that meets a write, as with a reader that is slow, is forgotten by the stream.
  output.on('drain', () => {
    if (waitingBytes > 0) planFlush();
  });
  return {
    write(line) {
      waitingBytes += Buffer.byteLength(line);
      output.write(line);
      planFlush();
    },
  };
}

/**
 * A logger on the same stream for lines whose every field is known to be harmless, one per request: looking each of them
 * through for secrets would cost more than writing it.
 */
export function createPlainLogger(log: Logger): Logger {
  const { [pino.symbols.streamSym]: stream } = log as unknown as Record<symbol, DestinationStream>;
  return pino({ level: log.level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}

/** Type, message and stack of an error and of its causes; never the values bound to a failed statement. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.name,
    message: error.message,
    ...(code ? { code } : {}),
    stack: error.stack,
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  };
}
