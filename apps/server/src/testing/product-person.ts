import { createHash, randomBytes } from 'node:crypto';
import type { HttpAnswer, HttpCall } from './http-call.ts';
import type { ProductProcess } from './product-process.ts';

/** A session of a person: on the main domain, or in one workspace. */
export type PersonSession = {
  tenantId: string;
  sessionId: string;
  userUuid: string;
  email: string;
  /** Host header that the session belongs to. */
  host: string;
  accessToken: string;
  refreshToken: string;
  idToken: string;
  /** The cookies that came with the tokens, as a browser sends them back. */
  cookie: string;
};

export type WorkspacePlace = { tenantID: string; slug: string; regionCode: string };

export type Person = { email: string; password: string; session: PersonSession };

/** Signs up with a password and follows the link of the verification mail, as a browser on the main domain does. */
export async function signUpPerson(
  product: ProductProcess,
  { email, password, name = 'Ada Berg' }: { email: string; password: string; name?: string },
): Promise<Person> {
  const { tenantId, adminKey } = await product.access();
  const signedUp = await callProvider(product, 'POST', `tenants/${tenantId}/auth/create`, {
    body: { email, password, name },
  });
  expectStatus(signedUp, 200);
  const outbox = await callProvider(product, 'GET', `outbox?to=${encodeURIComponent(email)}`, {
    bearer: adminKey,
  });
  const link = outbox.json?.results?.find((mail: { link?: string }) => mail.link)?.link;
  if (!link) throw new Error(`no mail with a link for ${email}: ${outbox.text}`);
  return { email, password, session: await followLink(product, link) };
}

/** Signs in with a link of a mail. */
async function followLink(product: ProductProcess, link: string): Promise<PersonSession> {
  const { tenantId } = await product.access();
  const query = new URL(link).searchParams;
  const answer = await callProvider(product, 'PUT', `tenants/${tenantId}/auth/link`, {
    body: { uuid: query.get('uuid'), token: query.get('token') },
  });
  return readSession(answer, product.mainDomain);
}

export async function signIn(
  product: ProductProcess,
  { email, password }: { email: string; password: string },
): Promise<PersonSession> {
  const { tenantId } = await product.access();
  const answer = await callProvider(product, 'POST', `tenants/${tenantId}/auth/basic`, {
    body: { emailOrUsername: email, password },
  });
  return readSession(answer, product.mainDomain);
}

/** Makes a workspace with the session of the main domain; becoming its owner voids the tokens, so fresh ones come back too. */
export async function createWorkspace(
  product: ProductProcess,
  session: PersonSession,
  { name, regionCode = 'us' }: { name: string; regionCode?: string },
): Promise<{ workspace: WorkspacePlace; session: PersonSession }> {
  const answer = await product.send({
    method: 'POST',
    path: '/api/Workspaces',
    headers: browserHeaders(session.host, session.accessToken),
    body: { name, regionCode },
  });
  expectStatus(answer, 201);
  return { workspace: answer.json, session: await refresh(product, session) };
}

/** The hand-over from the main domain to a workspace's own host. */
export async function enterWorkspace(
  product: ProductProcess,
  session: PersonSession,
  { tenantID, slug }: WorkspacePlace,
): Promise<PersonSession> {
  const verifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
  const given = await callProvider(product, 'POST', `tenants/${tenantID}/auth/handover`, {
    bearer: session.accessToken,
    body: { codeChallenge },
  });
  expectStatus(given, 200);
  const host = `${slug}.${product.mainDomain}`;
  const answer = await callProvider(product, 'POST', 'auth/handover', {
    host,
    body: { code: given.json.code, codeVerifier: verifier },
  });
  return readSession(answer, host);
}

/** The cookies that the client library of a page would have written, so that a browser begins signed in. */
export function cookiesOf(given: PersonSession) {
  // With an end, so that a profile keeps them between two starts of a browser.
  const expires = Math.floor(Date.now() / 1000) + 24 * 60 * 60;
  return (['access', 'id', 'refresh'] as const).map((kind) => ({
    name: `${kind}.${given.tenantId}`,
    value: given[`${kind}Token`],
    url: `http://${given.host}`,
    expires,
  }));
}

/** Fresh tokens for a session whose access token has died, or is about to. */
export async function refresh(product: ProductProcess, session: PersonSession): Promise<PersonSession> {
  const answer = await callProvider(product, 'GET', 'auth/refresh', {
    host: session.host,
    bearer: session.refreshToken,
  });
  expectStatus(answer, 200);
  return { ...session, ...tokensOf(answer.json.tokens) };
}

/** A call to the gateway inside a workspace, with the headers that every such call carries. */
export function callWorkspace(
  product: ProductProcess,
  session: PersonSession,
  workspace: WorkspacePlace,
  call: Pick<HttpCall, 'method' | 'path' | 'body' | 'headers' | 'agent'>,
): Promise<HttpAnswer> {
  const headers = { ...workspaceHeaders(session, workspace), ...call.headers };
  return product.send({ ...call, host: session.host, headers });
}

/** What every call to the gateway carries: who asks, and in which workspace, session and region. */
export function workspaceHeaders(session: PersonSession, workspace: WorkspacePlace): Record<string, string> {
  return {
    ...browserHeaders(session.host, session.accessToken),
    tenantid: workspace.tenantID,
    sessionid: session.sessionId,
    regioncode: workspace.regionCode,
  };
}

/** A call to the provider as a page of `host` makes it. */
export function callProvider(
  product: ProductProcess,
  method: string,
  path: string,
  { host = product.mainDomain, bearer, body }: { host?: string; bearer?: string; body?: unknown } = {},
): Promise<HttpAnswer> {
  return product.send({ method, path: `/v0/${path}`, host, headers: browserHeaders(host, bearer), body });
}

function browserHeaders(host: string, bearer?: string): Record<string, string> {
  return { origin: `http://${host}`, ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) };
}

function readSession(answer: HttpAnswer, host: string): PersonSession {
  expectStatus(answer, 200);
  const { tokens, tenantId, sessionId, userUuid, email } = answer.json;
  if (!tokens) throw new Error(`no tokens: ${answer.text}`);
  const cookie = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  return { tenantId, sessionId, userUuid, email, host, cookie, ...tokensOf(tokens) };
}

function tokensOf(tokens: Record<'access' | 'id' | 'refresh', { value: string }>) {
  return {
    accessToken: tokens.access.value,
    refreshToken: tokens.refresh.value,
    idToken: tokens.id.value,
  };
}

function expectStatus(answer: HttpAnswer, status: number): void {
  if (answer.status !== status) throw new Error(`${answer.status} in place of ${status}: ${answer.text}`);
}
