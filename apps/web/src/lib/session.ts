import { type AuthClient, createAuthClient, readClaims } from '@latchkey/client';
import { mainOrigin, workspaceOrigin } from '@stint/domain/workspace/host.ts';
import { errors } from '../messages/errors.ts';
import {
  type ApiCaller,
  type ApiClientOptions,
  createApiClient,
  createStreamOpener,
  type Renewal,
  type SessionEnd,
  type StreamOpener,
  TIMEOUT_MILLISECONDS,
} from './api-client.ts';
import type { GatewayTable } from './gateway.ts';
import { createLastWrites } from './last-writes.ts';
import type { PageSettings } from './page-settings.ts';
import { createErrorReporter, type ReportError } from './report-error.ts';

/** Calls the gateway in the name of the signed-in person. */
export type Call = ApiCaller<GatewayTable>;

export type Session = {
  settings: PageSettings;
  auth: AuthClient;
  call: Call;
  openStream: StreamOpener<GatewayTable>;
  openFile: StreamOpener<GatewayTable>;
  report: ReportError;
};

export type SessionEvents = {
  /** The session is over. */
  onSessionEnded: (how: SessionEnd) => void;
  /** Token, host and headers disagree: to / with the error. */
  onUnauthorized: () => void;
};

/** The signed-in person of this host and the calls in their name. */
export function createSession(settings: PageSettings, events: SessionEvents): Session {
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
  const accessToken = () => auth.tokens().accessToken ?? null;
  const options: ApiClientOptions = {
    baseUrl: settings.apiBaseUrl,
    session: {
      accessToken,
      sessionId: () => textClaim(accessToken(), 'sessionId') ?? textClaim(accessToken(), 'sid'),
      tenantId,
      regionCode: settings.workspace?.regionCode ?? null,
      refresh: () => renew(auth),
    },
    fetch: (...args) => fetch(...args),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    random: Math.random,
    now: Date.now,
    newKey: () => crypto.randomUUID(),
    lastWrites: createLastWrites(() => localStorage, Date.now),
    ...events,
  };
  return {
    settings,
    auth,
    call: createApiClient<GatewayTable>(options),
    openStream: createStreamOpener<GatewayTable>(options, 'text/event-stream'),
    openFile: createStreamOpener<GatewayTable>(options, 'text/csv'),
    report: createErrorReporter(),
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

function textClaim(token: string | null, name: string): string | null {
  const value = readClaims(token)?.[name];
  return typeof value === 'string' ? value : null;
}
