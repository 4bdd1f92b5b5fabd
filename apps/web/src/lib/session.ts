import { type AuthClient, createAuthClient, readClaims } from '@latchkey/client';
import { mainOrigin, workspaceOrigin } from '@stint/domain/workspace/host.ts';
import { errors } from '../messages/errors.ts';
import type { ApiClientOptions, CallSession, KnownAnswers, Renewal, SessionEnd } from './api-client.ts';
import type { Call, Calls } from './calls.ts';
import { type Connection, createConnection } from './connection.ts';
import type { FirstAnswers } from './first-answers.ts';
import { createLastWrites, type LastWrites } from './last-writes.ts';
import { later } from './later.ts';
import type { PageSettings } from './page-settings.ts';
import { createErrorReporter, type ReportError } from './report-error.ts';
import { TIMEOUT_MILLISECONDS } from './timeout.ts';

export type { Call };

export type Session = Calls & {
  settings: PageSettings;
  auth: AuthClient;
  report: ReportError;
  connection: Connection;
  /** What came with the page, by path. */
  known: KnownAnswers;
  /** From now on the page is that of who is signed in now: nothing is sent from it in anybody else's name. */
  claim(): void;
  isSomebodyElses(): boolean;
  /** Ends it because its person wants so: what is refused meanwhile leads the page nowhere, whoever asked for this does. */
  signOut(): Promise<unknown>;
};

export type SessionEvents = {
  /** The session is over. */
  onSessionEnded: (how: SessionEnd) => void;
  /** Another person is signed in in this browser by now. */
  onSomebodyElse: () => void;
  /** Token, host and headers disagree: to / with the error. */
  onUnauthorized: () => void;
};

/**
 * The signed-in person of this host and the calls in their name.
 * @param makeCalls at once, or with the first of them
 * @param first what came with the page
 */
export function createSession(
  settings: PageSettings,
  events: SessionEvents,
  makeCalls: (options: ApiClientOptions) => Calls,
  first: FirstAnswers | null = null,
): Session {
  const tenantId = settings.workspace?.tenantId ?? settings.rootTenantId;
  const auth = createAuthClient({
    baseUrl: settings.authBaseUrl,
    tenantId,
    mode: settings.signIn?.mode ?? settings.mode,
    cookies: settings.authBaseUrl.startsWith('/') ? 'http-only-refresh' : 'script',
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    sessionCookies: ['tenant', 'user'],
    allowedOrigins: [mainOriginOf(settings)],
  });
  let owner: string | undefined;
  const isSomebodyElses = () => {
    const person = auth.user()?.userUuid;
    return owner !== undefined && person !== undefined && person !== owner;
  };
  const connection = createConnection({ probe: () => isThere(settings), later });
  const lastWrites = createLastWrites(() => localStorage, Date.now);
  const known = isUsable(first, auth.user()?.userUuid, lastWrites) ? first.answers : {};
  const options: ApiClientOptions = {
    baseUrl: settings.apiBaseUrl,
    session: {
      token: createTokenReader(() => auth.tokens().accessToken),
      isSomebodyElses,
      tenantId,
      regionCode: settings.workspace?.regionCode ?? null,
      refresh: () => renew(auth),
    },
    fetch: (...args) => fetch(...args),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    random: Math.random,
    now: Date.now,
    newKey: () => crypto.randomUUID(),
    lastWrites,
    connection,
    known,
    ...events,
  };
  return {
    settings,
    auth,
    ...makeCalls(options),
    report: createErrorReporter(),
    connection,
    known,
    claim: () => {
      owner = auth.user()?.userUuid;
    },
    isSomebodyElses,
    signOut() {
      options.onSessionEnded = () => {};
      return auth.logout({ redirect: false });
    },
  };
}

/** Whose data a device keeps: of this person in this workspace, and of nobody else. */
export function ownOf({ auth, settings }: Session): { userId: string; tenantId: string } {
  return {
    userId: auth.user()?.userUuid ?? 'unknown',
    tenantId: settings.workspace?.tenantId ?? 'unknown',
  };
}

/** A refused refresh ends the client's session; while there still is one, nobody answered. */
async function renew(auth: AuthClient): Promise<Renewal> {
  if (await auth.refresh({ force: true })) return 'renewed';
  return auth.snapshot().isSignedIn ? 'unanswered' : 'ended';
}

/** Origin of the main domain. */
export function mainOriginOf({ scheme, mainDomain }: PageSettings): string {
  return mainOrigin({ protocol: scheme, mainDomain });
}

/** Origin of a workspace. @throws Error without its subdomain */
export function workspaceOriginOf({ scheme, mainDomain }: PageSettings, slug: string): string {
  if (!slug) throw new Error(errors.subdomain);
  return workspaceOrigin(slug, { protocol: scheme, mainDomain });
}

/**
 * Not what was answered for somebody who signed out meanwhile; nor after a write a moment ago, of which the process that
 * answered the page need not have heard yet.
 */
function isUsable(
  first: FirstAnswers | null,
  userUuid: string | undefined,
  lastWrites: LastWrites,
): first is FirstAnswers {
  return first !== null && first.userUuid === userUuid && lastWrites.text() === '0';
}

/** Reads what a token says once for all calls with it. */
function createTokenReader(read: () => string | null): CallSession['token'] {
  let known: ReturnType<CallSession['token']> = { accessToken: null, sessionId: null };
  return () => {
    const accessToken = read();
    if (accessToken !== known.accessToken) known = { accessToken, sessionId: sessionIdOf(accessToken) };
    return known;
  };
}

function sessionIdOf(token: string | null): string | null {
  const { sessionId, sid } = readClaims(token) ?? {};
  const named = sessionId ?? sid;
  return typeof named === 'string' ? named : null;
}

/** Whether the server answers anything at all; asked where nobody has to be signed in. */
async function isThere({ apiBaseUrl }: PageSettings): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const answer = await fetch(`${apiBaseUrl}RegionMaster`, { signal, cache: 'no-store' }).catch(() => null);
  return answer !== null && answer.status < 500;
}
