import type { CallAnswer } from './calls.ts';
import { type AuthError, toAuthError } from './errors.ts';
import { type ClientParts, cookieSessionQuery } from './parts.ts';
import { acceptTokens } from './sign-on.ts';
import { isUnexpired, readExpiry } from './tokens.ts';

/** Before the end of the access token. */
const LEAD_MILLISECONDS = 60 * 1000;
/** Spread, so that many browsers do not refresh in the same second. */
const JITTER_MILLISECONDS = 10 * 1000;
/** A refresh is tried twice. */
const TRIES = 2;
const PAUSE_MILLISECONDS = 300;
/** Longest timer that browsers keep. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Renews the tokens of a client. */
export interface Refresher {
  /**
   * Renews once per browser: tabs wait for each other and take over what another one got. With `force` it renews although
   * the access token is young, as after a change of the own record.
   *
   * @returns whether a usable access token is there now; a failure is warned of, never thrown
   */
  refresh(options?: { force?: boolean }): Promise<boolean>;
  /** Plans the next refresh by the access token that is there; without one nothing is planned. */
  schedule(): void;
  stop(): void;
}

/** The refresher of one client. `endSession` is told when the provider says that the session is over. */
export function createRefresher(parts: ClientParts, endSession: () => void): Refresher {
  let running: Promise<boolean> | null = null;
  let stopTimer = () => {};

  const refresher: Refresher = {
    refresh({ force = false } = {}) {
      if (!running || force) {
        const before = parts.session.tokens().accessToken;
        const run = withLock(parts, () => refreshHoldingLock(parts, endSession, force ? before : null));
        running = run.finally(() => {
          if (running === current) running = null;
        });
      }
      const current = running;
      return current;
    },
    schedule() {
      stopTimer();
      const expiresAt = readExpiry(parts.session.tokens().accessToken);
      if (expiresAt === null) return;
      const lead = LEAD_MILLISECONDS + parts.environment.random() * JITTER_MILLISECONDS;
      const wait = Math.max(expiresAt - parts.environment.now() - lead, PAUSE_MILLISECONDS);
      stopTimer = parts.environment.setTimer(() => void refresher.refresh(), Math.min(wait, LONGEST_TIMER));
    },
    stop: () => stopTimer(),
  };
  return refresher;
}

/** Whether the access token ends so soon that it should be renewed now. */
export function isRefreshDue(parts: ClientParts): boolean {
  const { accessToken } = parts.session.tokens();
  return !isUnexpired(accessToken, parts.environment.now() + LEAD_MILLISECONDS);
}

function withLock<Result>(parts: ClientParts, work: () => Promise<Result>): Promise<Result> {
  const { locks } = parts.environment;
  return locks ? locks.request(`latchkey.refresh.${parts.tenantId}`, work) : work();
}

/** `replaced` is the token to renew even if it is young; another tab may have replaced it while this one waited. */
async function refreshHoldingLock(
  parts: ClientParts,
  endSession: () => void,
  replaced: string | null,
): Promise<boolean> {
  const isStale = replaced !== null && parts.session.tokens().accessToken === replaced;
  if (!isStale && !isRefreshDue(parts)) return true;
  if (parts.session.state() === 'none') return false;
  try {
    acceptTokens(parts, await requestTokens(parts));
    return true;
  } catch (thrown) {
    failRefresh(parts, toAuthError(thrown), endSession);
    // an old token that still lives is no renewal
    return replaced === null && isUnexpired(parts.session.tokens().accessToken, parts.environment.now());
  }
}

async function requestTokens(
  parts: ClientParts,
  triesLeft: number = TRIES,
): Promise<CallAnswer<'GET', 'auth/refresh'>> {
  try {
    const bearer = parts.session.tokens().refresh;
    const query = cookieSessionQuery(parts);
    return await parts.call({ method: 'GET', path: 'auth/refresh', bearer, query, status: 200 });
  } catch (thrown) {
    const error = toAuthError(thrown);
    if (triesLeft <= 1 || !isPassing(error)) throw error;
    await pause(parts, error);
    return requestTokens(parts, triesLeft - 1);
  }
}

function failRefresh(parts: ClientParts, error: AuthError, endSession: () => void): void {
  parts.environment.warn('The session could not be refreshed.', error);
  if (error.statusCode >= 400 && !isPassing(error)) endSession();
}

/** No answer, a busy or a failing server: the same call may succeed a moment later. */
function isPassing({ statusCode }: AuthError): boolean {
  return statusCode === 0 || statusCode === 429 || statusCode >= 500;
}

function pause(parts: ClientParts, { retryAfterSeconds }: AuthError): Promise<void> {
  const shortest = Math.min(retryAfterSeconds ?? 0, 5) * 1000;
  const wait = shortest + PAUSE_MILLISECONDS * (1 + parts.environment.random());
  return new Promise((resolve) => void parts.environment.setTimer(resolve, wait));
}
