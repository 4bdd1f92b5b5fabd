import type { Factor } from '@stint/domain/auth/factor.ts';
import type { Mode, ModeReason } from '@stint/domain/auth/mode.ts';
import type { Account } from './account.ts';
import { type LinkCredentials, type SamlRequest, takeAddressParts } from './address.ts';
import type { Administration } from './administration.ts';
import { createCookieJar } from './cookies.ts';
import { browserEnvironment, type Environment } from './environment.ts';
import { AuthError } from './errors.ts';
import { type AuthEvents, createEventHub } from './events.ts';
import { createFirstFactorStore } from './first-factor.ts';
import { fetchMode, type ModeAnswer } from './flow.ts';
import { finishHandover, type HandoverCode, requestHandover, startHandover } from './handover.ts';
import { createApi, normalizeBaseUrl } from './http.ts';
import type { JsonObject } from './json.ts';
import { late } from './late.ts';
import { type LoginParams, type LoginResult, login } from './login/index.ts';
import { goToOwnProvider, type LeavingResult } from './login/provider.ts';
import { endLocalSession, logout } from './logout.ts';
import { guessPageMode, pageModeReason } from './mode.ts';
import type { AuthClientOptions, CookieMode } from './options.ts';
import type { ClientParts } from './parts.ts';
import { type PasswordReset, type PasswordUpdate, resetPassword, updatePassword } from './passwords.ts';
import { createPkceStore } from './pkce.ts';
import { createRedirects, type RedirectSetting } from './redirects.ts';
import { createRefresher, isRefreshDue, type Refresher } from './refresh.ts';
import { authorizedTenants, currentRole, hasRole, rolesIn } from './roles.ts';
import type { SamlResult } from './saml.ts';
import { getSelf, loginRedirectPath, putSelf, type SelfRecord, type SelfUpdate } from './self.ts';
import {
  type CodeRequest,
  type LinkRequest,
  type SentResult,
  sendLoginLink,
  sendPasswordResetEmail,
  sendVerificationCode,
} from './sending.ts';
import { createSession, type StoredTokens } from './session.ts';
import type { SignOnOptions, SignOnResult } from './sign-on.ts';
import { type SignupParams, type SignupResult, signup } from './signup/index.ts';
import { linkTabs } from './tabs.ts';
import { isUnexpired } from './tokens.ts';
import type { TotpSetup } from './totp.ts';
import type { User } from './user.ts';

/** What can be said about the session without any call; the same object until something changes. */
export interface SessionSnapshot {
  /** An unexpired access token, or a session that a refresh can bring back. */
  readonly isSignedIn: boolean;
  readonly user: User | null;
}

/** The library for one tenant in one page. Every method may be passed on alone; none needs `this`. */
export interface AuthClient {
  readonly tenantId: string;
  readonly baseUrl: string;
  /** Domain of an application without an origin of its own; null where none was given. */
  readonly domain: string | null;
  /** Calls back on an event; the result stops that. */
  on<Name extends keyof AuthEvents>(name: Name, listener: (event: AuthEvents[Name]) => void): () => void;

  /** Logs in by a method. */
  login(params: LoginParams): Promise<LoginResult>;
  /** Signs up by a method. */
  signup(params: SignupParams): Promise<SignupResult>;
  /** Goes to the tenant's own identity provider, by SAML; signs in and signs up alike. */
  goToOwnProvider(options?: { redirect?: RedirectSetting }): Promise<LeavingResult>;
  /** Ends the session here, in all tabs and at the provider; gives the address the page is sent to. */
  logout(options?: { redirect?: RedirectSetting }): Promise<string | null>;
  /** Forgets the session in this browser without a call. */
  clearSession(): void;

  /** Mails a login link. */
  sendLoginLink(request: LinkRequest): Promise<SentResult>;
  /** Sends a code by email or text message. */
  sendVerificationCode(request: CodeRequest): Promise<SentResult>;
  /** Mails a link to set a new password. */
  sendPasswordResetEmail(email: string): Promise<SentResult>;
  /** Sets a password with a reset link. */
  resetPassword(params: PasswordReset): Promise<SignOnResult>;
  /** Sets a password by reset link, else as the signed-in person. */
  updatePassword(params: PasswordUpdate): Promise<SignOnResult>;
  /** Pairing data of an authenticator. */
  getTotp(): Promise<TotpSetup>;

  /** The cookies' tokens; only `freshAccessToken` is sure to be usable. */
  tokens(): StoredTokens;
  /** The person of the id token. */
  user(): User | null;
  snapshot(): SessionSnapshot;
  /** For `useSyncExternalStore`: calls back whenever `snapshot` may have changed. */
  subscribe(listener: () => void): () => void;
  /** Checks the session: refreshes an expired access token where that is possible. */
  isLoggedIn(): Promise<boolean>;
  /** An access token that is good for at least the next seconds, refreshed if needed; null when signed out. */
  freshAccessToken(): Promise<string | null>;
  /** Renews the tokens, once per browser; false when that failed. */
  refresh(options?: { force?: boolean }): Promise<boolean>;

  /** Reads the own record. */
  getSelf(): Promise<SelfRecord>;
  /** Changes the own record, then refreshes, so that `user` is current. */
  updateUser(update: SelfUpdate): Promise<User | null>;
  getUser(userId: string | number): Promise<JsonObject>;
  deleteUser(userId: string | number): Promise<void>;
  readonly account: Account;
  readonly administration: Administration;

  /** Whether a role is among those of a tenant, the client's own by default. */
  hasRole(role: string, tenantId?: string): boolean;
  /** The first role, or null. */
  currentRole(tenantId?: string): string | null;
  rolesIn(tenantId?: string): readonly string[];
  /** The tenants named in the access token. */
  authorizedTenants(): readonly string[];
  assignRoles(userId: string | number, roles: readonly string[], tenantId?: string): Promise<void>;

  /** Goes to the setting, else `?redirect=`, else `redirectTo`, else the root; gives the target, or null where the page stays. */
  redirect(setting?: RedirectSetting, redirectTo?: string): string | null;
  /** Sends a signed-in person on, by setting, `?redirect=`, or the tenant's loginRedirectPath. */
  redirectIfLoggedIn(setting?: RedirectSetting): Promise<string | null>;
  /** Sends a person without a session away, by setting or `?redirect=`. */
  redirectIfLoggedOut(setting?: RedirectSetting): Promise<string | null>;

  mode(): Mode;
  setMode(mode: Mode): void;
  modeReason(): ModeReason;
  /** Asks the server for mode and flow. */
  fetchMode(): Promise<ModeAnswer>;
  /** Link credentials of the address the page was opened with, until they are used. */
  link(): LinkCredentials | null;
  forgetLink(): void;
  /** What a SAML service provider waits for, when the provider sent the browser to this page because of it. */
  samlRequest(): SamlRequest | null;
  /** The second factors a pending sign-in waits for; survives a reload. */
  pendingSecondFactors(): readonly Factor[] | null;
  /** Gives up a sign-in that waits for its second factor. */
  abandonSignIn(): void;
  /** Whether a PKCE challenge is kept. */
  isPkceInUse(): boolean;

  logoutFromSaml(): Promise<SamlResult>;
  /** Begins a hand-over on a workspace host. */
  startHandover(): Promise<{ codeChallenge: string }>;
  /** Asks for the code of a hand-over on the main domain. */
  requestHandover(request: { tenantId: string; codeChallenge: string }): Promise<HandoverCode>;
  /** Turns the code into a session of the workspace host. */
  finishHandover(params: { code: string } & SignOnOptions): Promise<SignOnResult>;

  /** Stops timers, listeners and the line to other tabs. Cookies stay. */
  close(): void;
}

/**
 * Makes the client of one tenant. Needs no page: in Node it is signed out and inert.
 *
 * @example
 * const client = createAuthClient({ baseUrl: 'https://auth.example.com/v0/', tenantId: 'abcd1234' });
 * await client.login({ method: 'password', emailOrUsername: 'ada@example.com', password });
 */
export function createAuthClient(options: AuthClientOptions = {}): AuthClient {
  const { parts, refresher, stop } = assembled(options);
  const { session, events, redirects, memory } = parts;
  const refresh = refresher.refresh;
  let known: SessionSnapshot = { isSignedIn: false, user: null };

  async function isLoggedIn(): Promise<boolean> {
    const state = session.state();
    return state === 'active' || (state === 'refreshable' && (await refresh()));
  }

  async function freshAccessToken(): Promise<string | null> {
    if (session.state() !== 'none' && isRefreshDue(parts)) await refresh();
    const { accessToken } = session.tokens();
    return isUnexpired(accessToken, parts.environment.now()) ? accessToken : null;
  }

  async function redirectIfLoggedIn(setting?: RedirectSetting): Promise<string | null> {
    if (!(await isLoggedIn())) {
      session.clear();
      return null;
    }
    if (parts.pkce.challenge()) return null;
    try {
      const path = loginRedirectPath(await getSelf(parts));
      return redirects.follow(setting, path);
    } catch (thrown) {
      parts.environment.warn('The own record could not be read.', thrown);
      endLocalSession(parts);
      return null;
    }
  }

  async function redirectIfLoggedOut(setting?: RedirectSetting): Promise<string | null> {
    if (await isLoggedIn()) return null;
    session.clear();
    return redirects.followFound(setting);
  }

  return {
    tenantId: parts.tenantId,
    baseUrl: parts.baseUrl,
    domain: options.domain ?? null,
    on: events.on,
    login: (params) => login(parts, params),
    signup: (params) => signup(parts, params),
    goToOwnProvider: (how) => goToOwnProvider(parts, how),
    logout: (how) => logout(parts, how),
    clearSession: () => endLocalSession(parts),
    sendLoginLink: (request) => sendLoginLink(parts, request),
    sendVerificationCode: (request) => sendVerificationCode(parts, request),
    sendPasswordResetEmail: (email) => sendPasswordResetEmail(parts, email),
    resetPassword: (params) => resetPassword(parts, params),
    updatePassword: (params) => updatePassword(parts, params),
    getTotp: async () => (await import('./totp.ts')).getTotp(parts),
    tokens: session.tokens,
    user: session.user,
    snapshot() {
      const next = { isSignedIn: session.state() !== 'none', user: session.user() };
      if (next.isSignedIn !== known.isSignedIn || next.user !== known.user) known = next;
      return known;
    },
    subscribe(listener) {
      const stops = [events.on('tokens', listener), events.on('signedOut', listener)];
      return () => {
        for (const stopOne of stops) stopOne();
      };
    },
    isLoggedIn,
    freshAccessToken,
    refresh,
    getSelf: () => getSelf(parts),
    async updateUser(update) {
      await putSelf(parts, update);
      await refresh({ force: true });
      return session.user();
    },
    getUser: async (userId) => (await import('./users.ts')).getUser(parts, userId),
    deleteUser: async (userId) => (await import('./users.ts')).deleteUser(parts, userId),
    account: late(async () => (await import('./account.ts')).createAccount(parts)),
    administration: late(async () => (await import('./administration.ts')).createAdministration(parts)),
    hasRole: (role, tenantId) => hasRole(parts, role, tenantId),
    currentRole: (tenantId) => currentRole(parts, tenantId),
    rolesIn: (tenantId) => rolesIn(parts, tenantId),
    authorizedTenants: () => authorizedTenants(parts),
    assignRoles: async (userId, roles, tenantId) =>
      (await import('./users.ts')).assignRoles(parts, userId, roles, tenantId),
    redirect: redirects.follow,
    redirectIfLoggedIn,
    redirectIfLoggedOut,
    mode: () => memory.mode,
    setMode(mode) {
      memory.mode = mode;
    },
    modeReason: () => pageModeReason(memory.mode, parts.environment.location()),
    fetchMode: () => fetchMode(parts),
    link: () => memory.link,
    forgetLink() {
      memory.link = null;
    },
    samlRequest: () => memory.samlRequest,
    pendingSecondFactors: () => parts.firstFactor.find()?.secondFactors ?? null,
    abandonSignIn: parts.firstFactor.clear,
    isPkceInUse: () => parts.pkce.challenge() !== null,
    logoutFromSaml: async () => (await import('./saml.ts')).logoutFromSaml(parts),
    startHandover: () => startHandover(parts),
    requestHandover: (request) => requestHandover(parts, request),
    finishHandover: (params) => finishHandover(parts, params),
    close: stop,
  };
}

interface Assembly {
  parts: ClientParts;
  refresher: Refresher;
  stop: () => void;
}

/** @throws AuthError `Application initialization error` where an option is unusable, such as a base URL that is none */
function assembled(options: AuthClientOptions): Assembly {
  try {
    return assemble(options);
  } catch (cause) {
    throw new AuthError('Application initialization error', { type: 'usage_error', cause });
  }
}

/** Builds the parts, takes the address, and begins to listen. */
function assemble(options: AuthClientOptions): Assembly {
  const environment: Environment = { ...browserEnvironment(), ...defined(options) };
  const { tenantId = '', takeLinkFromAddress = true, autoRefresh = true } = options;
  if (!tenantId) environment.warn('Missing tenantId');
  const baseUrl = normalizeBaseUrl(options.baseUrl ?? '/v0/');
  const cookieMode = usableCookieMode(environment, baseUrl, options.cookies);
  const jar = createCookieJar(environment);
  const events = createEventHub(environment);
  const memory: ClientParts['memory'] = {
    mode: options.mode ?? guessPageMode(environment.location()),
    link: null,
    samlRequest: null,
  };
  const origins = options.allowedOrigins ?? [];
  const allowedOrigins = typeof origins === 'function' ? origins : () => origins;
  const tabs = linkTabs(environment, tenantId, (message) => hear(message));
  const parts: ClientParts = {
    environment,
    tenantId,
    baseUrl,
    memory,
    events,
    tabs,
    cookieMode,
    clearSessionCookies() {
      for (const name of options.sessionCookies ?? []) jar.remove(name);
    },
    session: createSession(environment, tenantId, cookieMode, jar),
    firstFactor: createFirstFactorStore(environment, tenantId),
    pkce: createPkceStore(environment, tenantId),
    redirects: createRedirects(environment, events, allowedOrigins, () => memory.mode),
    call: createApi(environment, {
      baseUrl,
      domain: options.domain,
      source: options.source ?? 'core',
      timeoutMilliseconds: options.timeoutMilliseconds,
      headers: cookieMode === 'http-only-refresh' ? { 'x-latchkey-refresh': 'cookie' } : {},
      readXsrfToken: () => jar.read('XSRF-TOKEN'),
    }),
  };
  const refresher = createRefresher(parts, () => endLocalSession(parts, 'sessionEnded'));

  function hear(message: 'tokens' | 'signedOut'): void {
    if (message === 'tokens') events.emit('tokens', { user: parts.session.user() });
    else events.emit('signedOut', { reason: 'otherTab' });
  }

  if (takeLinkFromAddress) takeAddress(parts);
  return { parts, refresher, stop: listen(parts, refresher, autoRefresh) };
}

function takeAddress(parts: ClientParts): void {
  const { link, codeChallenge, samlRequest } = takeAddressParts(parts.environment, parts.tenantId);
  parts.memory.link = link;
  parts.memory.samlRequest = samlRequest;
  if (codeChallenge) parts.pkce.keep(codeChallenge);
}

/** The listeners of a client, each installed once. */
function listen(parts: ClientParts, refresher: Refresher, autoRefresh: boolean): () => void {
  const { environment, events, session, tabs } = parts;
  let wasSignedIn = session.state() !== 'none';
  const plan = () => (autoRefresh ? refresher.schedule() : undefined);
  const stops = [
    events.on('tokens', () => {
      wasSignedIn = true;
      plan();
    }),
    events.on('signedOut', () => {
      wasSignedIn = false;
      refresher.stop();
    }),
    environment.onAddressChange(() =>
      events.emit('addressChanged', { url: environment.location()?.href ?? '' }),
    ),
    environment.onWake(() => {
      const isSignedIn = session.state() !== 'none';
      if (wasSignedIn && !isSignedIn) events.emit('signedOut', { reason: 'otherTab' });
      else if (isSignedIn && autoRefresh && isRefreshDue(parts)) void refresher.refresh();
    }),
  ];
  if (session.state() === 'active') plan();
  return () => {
    for (const stop of stops) stop();
    refresher.stop();
    tabs.close();
  };
}

/** HttpOnly cookies work on the page's own origin only. */
function usableCookieMode(
  environment: Environment,
  baseUrl: string,
  wanted: CookieMode = 'script',
): CookieMode {
  const page = environment.location();
  const isOwnOrigin = !page || new URL(baseUrl, page.href).origin === page.origin;
  if (wanted === 'script' || isOwnOrigin) return wanted;
  environment.warn('http-only-refresh needs a base URL on the own origin; cookies are written by script.');
  return 'script';
}

function defined<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}
