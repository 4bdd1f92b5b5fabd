import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import { maxAttempts, PostponedJobError, retryDelayMs } from '../queue/job.ts';
import type { Handler, Place } from '../queue/work.ts';
import { type SafeFetch, SafeFetchError } from '../safe-fetch.ts';

/** One try to hand something over to a receiver. */
export type Parcel = {
  deliveryId: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Tries with this one. */
  tries: number;
};

export type Attempt = {
  /** `waiting` is tried again at `nextTryAt`; `paused` was not even sent, and is no try. */
  status: 'delivered' | 'waiting' | 'dead' | 'paused';
  responseStatus: number | null;
  error: string | null;
  durationMs: number;
  at: Date;
  nextTryAt: Date | null;
};

/** What is due next for a receiver, or how long nothing is: `null` where nothing waits. */
export type Turn = { kind: 'send'; parcel: Parcel } | { kind: 'idle'; milliseconds: number | null };

/** The deliveries of the receiver of one delivery. */
export type ReceiverBook = {
  /** Takes the receiver for one job until `until`. @returns 0, or for how many milliseconds another job has it */
  hold(now: Date, until: Date): Promise<number>;
  /**
   * The oldest due delivery that no open one about the same subject precedes; the hold is prolonged and the try counted
   * before it is made, so that one which ends the process is counted too. With nothing due the receiver is let go.
   */
  next(now: Date, until: Date): Promise<Turn>;
  note(parcel: Parcel, attempt: Attempt): Promise<void>;
  letGo(): Promise<void>;
};

/** Receivers that one process calls at once, beside its other jobs. Retries wait at least ten seconds anyway. */
export const deliveryLane = { concurrency: 12, pollMs: 5000 };

/** Longer than a call may take; after a crash another process may go on. */
const holdMs = 30_000;
/** What did not answer at all rests before the next one about somebody else is tried. */
const restMs = 10_000;
/** A receiver that failed five times in a row is asked again after this. */
const pauseMs = 30_000;
/** Calls to one receiver before others have their turn. */
const longestRun = 50;

export type DelivererOptions<In extends Place> = {
  clock: Clock;
  log: Pick<Logger, 'warn' | 'error'>;
  post: SafeFetch;
  book(deliveryId: string, tenantId: string | null, place: In): ReceiverBook;
};

/**
 * The job that follows a new delivery, and waits for those that are tried again: it holds the receiver and sends what is
 * due, one call at a time. So a receiver that hangs holds up itself alone, and nothing overtakes: at least once, with the
 * same id at every try; in order for each receiver and subject; given up after ten tries or when none can help.
 */
export function createDeliverer<In extends Place>(options: DelivererOptions<In>): Handler<In> {
  return async (job, place) => {
    const book = options.book(String(job.payload['deliveryId']), job.tenantId, place);
    const held = await book.hold(...period(options.clock));
    if (held > 0) throw new PostponedJobError(held);
    const again = await sendDue(options, book).catch(async (error: unknown) => {
      await book.letGo().catch(() => {});
      throw error;
    });
    if (again !== null) throw new PostponedJobError(again);
  };
}

/** @returns milliseconds until the receiver is to be looked at again; null where nothing waits */
async function sendDue<In extends Place>(
  options: DelivererOptions<In>,
  book: ReceiverBook,
): Promise<number | null> {
  for (let sent = 0; sent < longestRun; sent++) {
    const turn = await book.next(...period(options.clock));
    if (turn.kind === 'idle') return turn.milliseconds;
    const attempt = await tryToSend(options, turn.parcel);
    await book.note(turn.parcel, attempt);
    report(options, turn.parcel, attempt);
    if (attempt.nextTryAt && attempt.responseStatus === null) {
      await book.letGo();
      return attempt.status === 'paused' ? pauseMs : restMs;
    }
  }
  await book.letGo();
  return 0;
}

function period(clock: Clock): [now: Date, until: Date] {
  const now = clock.now();
  return [now, new Date(now.getTime() + holdMs)];
}

async function tryToSend<In extends Place>(
  { clock, post }: DelivererOptions<In>,
  { url, headers, body, tries }: Parcel,
): Promise<Attempt> {
  const started = performance.now();
  const outcome = await post(url, { method: 'POST', body, headers }).then(answered, refused);
  const durationMs = Math.round(performance.now() - started);
  const at = clock.now();
  const after = (milliseconds: number) => new Date(at.getTime() + milliseconds);
  const { responseStatus, error } = outcome;
  const about = { responseStatus, error, durationMs, at };
  if (error === null) return { ...about, status: 'delivered', nextTryAt: null };
  if (outcome.end === 'paused') return { ...about, status: 'paused', nextTryAt: after(pauseMs) };
  if (outcome.end === 'hopeless' || tries >= maxAttempts)
    return { ...about, status: 'dead', nextTryAt: null };
  return { ...about, status: 'waiting', nextTryAt: after(retryDelayMs(tries)) };
}

type Outcome = { responseStatus: number | null; error: string | null; end?: 'hopeless' | 'paused' };

async function answered(response: Response): Promise<Outcome> {
  const { status } = response;
  await response.body?.cancel().catch(() => {});
  if (status >= 200 && status < 300) return { responseStatus: status, error: null };
  const error = `The server answered with status ${status}.`;
  return status === 410
    ? { responseStatus: status, error, end: 'hopeless' }
    : { responseStatus: status, error };
}

function refused(failure: unknown): Outcome {
  if (!(failure instanceof SafeFetchError)) return { responseStatus: null, error: 'The call failed.' };
  const told = { responseStatus: null, error: failure.message };
  if (failure.reason === 'paused') return { ...told, end: 'paused' };
  const isHopeless = ['address_invalid', 'not_https', 'not_public'].includes(failure.reason);
  return isHopeless ? { ...told, end: 'hopeless' } : told;
}

function report<In extends Place>({ log }: DelivererOptions<In>, parcel: Parcel, attempt: Attempt): void {
  const about = { delivery: parcel.deliveryId, tries: parcel.tries, reason: attempt.error };
  if (attempt.status === 'dead') log.error(about, 'a webhook was not taken and was given up');
  if (attempt.status === 'waiting') log.warn(about, 'a webhook was not taken; it is tried again');
}
