import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpAnswer } from './http-call.ts';
import {
  callProvider,
  callWorkspace,
  createWorkspace,
  enterWorkspace,
  type PersonSession,
  refresh,
  signIn,
  signUpPerson,
} from './product-person.ts';
import { type ProductProcess, startProductProcess } from './product-process.ts';

/** One for each way in: a recipient gets one mail in half a minute (security 2). */
const email = 'canary.of.the.mine@example.com';
const byCode = 'canary.with.a.code@example.com';
const forgetful = 'canary.without.memory@example.com';
const phoneNumber = '+17025550143';
const first = 'canary-password-one-9f31';
const second = 'canary-password-two-4c77';
const wrong = 'canary-password-wrong-0b2d';
const forged = 'canary-forged-token-77aa';
const metricsKey = 'a-key-to-the-metrics-of-the-mine-0f3c';

/** Every secret of the walk, by what it is; none may stand in a line of any log. */
const canaries = new Map<string, string>([
  ['email', email],
  ['email of the code', byCode],
  ['email of the reset', forgetful],
  ['phone', phoneNumber],
  ['password', first],
  ['new password', second],
  ['wrong password', wrong],
  ['forged token', forged],
  ['metrics key', metricsKey],
]);
/** Whose calls the log tells of. */
let seated: { workspace: string; session: string };
const requestIds: string[] = [];

let root: string;
let product: ProductProcess;
let lines: { product: string[]; database: string[] };

beforeAll(async () => {
  root = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'canary-'));
  await chmod(root, 0o755);
  // Nearly every statement counts as slow, so that what is written of them is looked through as well.
  const env = { LOG_LEVEL: 'debug', SLOW_STATEMENT_MS: '1', METRICS_KEY: metricsKey };
  product = await startProductProcess({ dataDir: root, env });
  await walk();
  await askForRelease();
  await product.stop();
  const { stdout, stderr } = product.output();
  const log = await readFile(join(product.dataDir, 'postgres', 'postgres.log'), 'utf8');
  lines = { product: `${stdout}\n${stderr}`.split('\n'), database: log.split('\n') };
}, 600_000);
afterAll(async () => {
  await product?.kill();
  await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

describe('security 12: no log line holds a secret', () => {
  test('the walk met every kind of secret, and the log told of the calls', () => {
    const kinds = new Set([...canaries.keys()].map((name) => name.replace(/ of .*/, '')));
    expect([...kinds].sort()).toEqual([
      'access token',
      'admin key',
      'backup code',
      'code',
      'cookie',
      'email',
      'first-factor token',
      'forged token',
      'hand-over code',
      'id token',
      'link token',
      'metrics key',
      'new password',
      'password',
      'phone',
      'refresh token',
      'secret',
      'totp code',
      'totp secret',
      'wrong password',
    ]);
    const seen = requestIds.filter((id) => lines.product.some((line) => line.includes(id)));
    expect(requestIds.length).toBeGreaterThan(25);
    expect(seen).toEqual(requestIds);
    expect(lines.database.join('\n')).toContain('database system is ready');
  });

  test.each(['product', 'database'] as const)('of the %s', (source) => {
    const found = [...canaries].flatMap(([name, value]) =>
      lines[source].filter((line) => holds(line, value)).map((line) => `${name}: ${line.slice(0, 400)}`),
    );
    expect(found).toEqual([]);
  });
});

describe('what the log tells of a request', () => {
  const written = (msg: string) =>
    lines.product
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
      .filter((line) => line.msg === msg);

  test('whose it was and how much was answered, by ids alone', () => {
    const [save, refused] = written('request').filter(({ route }) => route === '/api/TimeSheet/SaveWeek');
    expect(save).toMatchObject({ bytes: expect.any(Number), ...seated });
    expect(refused).toMatchObject({ status: 401, bytes: expect.any(Number) });
    expect(refused).not.toHaveProperty('session');
    const own = written('request').filter(({ route }) => route === '/v0/auth/totp');
    expect(own).toMatchObject([{ session: expect.any(String) }]);
  });

  test('which statements took long, with places for their values', () => {
    const slow = written('a statement was slow');
    expect(slow.length).toBeGreaterThan(0);
    for (const { statement, ms } of slow) expect([typeof statement, ms >= 1]).toEqual(['string', true]);
    expect(slow.some(({ statement }) => statement.includes('$1'))).toBe(true);
  });
});

test('what runs is told to who has the key, and to nobody else', async () => {
  const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(releases.stranger).toEqual({ status: 'ready' });
  expect(releases.operator).toEqual({
    status: 'ready',
    version: manifest.version,
    identitySchema: expect.stringMatching(/^\d{4}-/),
    regionSchema: expect.stringMatching(/^\d{4}-/),
  });
});

/** Six digits count when they stand alone: longer numbers hold them by chance. */
function holds(line: string, value: string): boolean {
  return /^\d{6}$/.test(value) ? new RegExp(`(?<!\\d)${value}(?!\\d)`).test(line) : line.includes(value);
}

/** Signing up, in and out with everything that can go right and wrong on the way, and a save at the end. */
async function walk(): Promise<void> {
  const { tenantId, adminKey } = await product.access();
  keep('admin key', adminKey);
  keep('secret', (await readFile(join(product.dataDir, 'secret.key'), 'utf8')).trim());
  const at = `tenants/${tenantId}/auth`;
  const post = (path: string, body: unknown, bearer?: string) =>
    watch(callProvider(product, 'POST', `${at}/${path}`, { body, ...(bearer ? { bearer } : {}) }));
  const put = (path: string, body: unknown) => watch(callProvider(product, 'PUT', `${at}/${path}`, { body }));

  await allowEverything(tenantId, adminKey);
  const person = await signUpPerson(product, { email, password: first });
  keepSession('sign-up', person.session);
  // Twice at once: where the second is refused by the database, its message may name the address.
  await Promise.all([1, 2].map(() => post('create', { email: `second.${email}`, password: first })));
  await post('create', { email, password: first });
  await post('basic', { emailOrUsername: email, password: wrong });
  await malformed(`/v0/${at}/basic`, `{"emailOrUsername":"${email}","password":"${first}"`);
  await malformed(
    `/v0/${at}/basic`,
    `{"emailOrUsername":"${email}","password":"${first}","unknown":"${forged}"}`,
  );
  await watch(callProvider(product, 'GET', 'self', { bearer: forged }));
  await watch(callProvider(product, 'GET', `nowhere?token=${forged}`, { bearer: forged }));
  await watch(product.send({ method: 'GET', path: `/verify?uuid=${forged}&token=${forged}&type=login` }));

  await post('link', { email });
  const link = new URL(await mailed(email, 'link')).searchParams;
  await put('link', { uuid: link.get('uuid'), token: forged });
  const token = keep('link token', link.get('token') ?? '');
  keepTokens('link', await put('link', { uuid: link.get('uuid'), token }));

  expect((await post('code', { channel: 'sms', phoneNumber })).status).toBe(200);
  expect((await post('code', { channel: 'email', email: byCode })).status).toBe(200);
  const verificationCode = keep('code', await mailed(byCode, 'verificationCode'));
  await put('code', { channel: 'email', email: byCode, verificationCode: '000000' });
  keepTokens('code', await put('code', { channel: 'email', email: byCode, verificationCode }));

  await signUpPerson(product, { email: forgetful, password: first });
  expect((await post('reset/link', { email: forgetful })).status).toBe(200);
  const reset = new URL(await mailed(forgetful, 'link')).searchParams;
  const resetToken = keep('link token of reset', reset.get('token') ?? '');
  await put('reset', { uuid: reset.get('uuid'), token: resetToken, password: first.slice(0, 5) });
  keepTokens('reset', await put('reset', { uuid: reset.get('uuid'), token: resetToken, password: second }));
  keepSession('reset sign-in', await signIn(product, { email: forgetful, password: second }));

  let session = await signIn(product, { email, password: first });
  keepSession('sign-in', session);
  await watch(callProvider(product, 'GET', 'auth/refresh', { bearer: forged }));
  session = await refresh(product, session);
  keepSession('refresh', session);
  await authenticator(session, post);
  session = await signOutAndIn(session, post);

  const made = await createWorkspace(product, session, { name: 'Coal Mine' });
  const challenge = { codeChallenge: 'c'.repeat(43) };
  const handover = `tenants/${made.workspace.tenantID}/auth/handover`;
  const given = await watch(
    callProvider(product, 'POST', handover, { bearer: made.session.accessToken, body: challenge }),
  );
  keep('hand-over code', given.json.code);
  const seat = await enterWorkspace(product, made.session, made.workspace);
  keepSession('workspace', seat);
  seated = { workspace: made.workspace.tenantID, session: seat.sessionId };
  const week = '/api/TimeSheet/SaveWeek';
  const body = { teamMemberID: seat.userUuid, weekEndDate: '2026-11-22', upserts: [] };
  await watch(callWorkspace(product, seat, made.workspace, { method: 'PUT', path: week, body }));
  const stale = { ...seat, accessToken: forged };
  await watch(callWorkspace(product, stale, made.workspace, { method: 'PUT', path: week, body }));
}

let releases: { stranger: unknown; operator: unknown };

async function askForRelease(): Promise<void> {
  const ready = async (headers: Record<string, string>) =>
    (await product.send({ method: 'GET', path: '/readyz', headers })).json;
  releases = { stranger: await ready({}), operator: await ready({ authorization: `Bearer ${metricsKey}` }) };
}

async function allowEverything(tenantId: string, bearer: string): Promise<void> {
  const firstFactors = [
    ['email', 'password'],
    ['email', 'link'],
    ['email', 'verificationCode'],
    ['sms', 'verificationCode'],
  ].map(([channel, strategy]) => ({ channel, strategy }));
  const body = { authentication: { firstFactors } };
  const answer = await callProvider(product, 'PUT', `tenants/${tenantId}`, { bearer, body });
  expect(answer.text && answer.status).toBe(200);
}

type Post = (path: string, body: unknown, bearer?: string) => Promise<HttpAnswer>;

/** Pairs an authenticator. */
async function authenticator(session: PersonSession, post: Post): Promise<void> {
  const bearer = session.accessToken;
  const pairing = await watch(callProvider(product, 'GET', 'auth/totp', { bearer }));
  expect(pairing.status).toBe(200);
  totpSecret = keep('totp secret', pairing.json.totpSecret);
  for (const [at, code] of pairing.json.backupCodes.entries()) keep(`backup code of ${at}`, code);
  backupCode = pairing.json.backupCodes[0];
  expect((await post('totp', { totpCode: codeNow() }, bearer)).status).toBe(200);
}

let totpSecret = '';
let backupCode = '';

function codeNow(): string {
  return keep('totp code', new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate());
}

/** Out, and in again with the second factor; a backup code, since the code of this half minute is spent. */
async function signOutAndIn(session: PersonSession, post: Post): Promise<PersonSession> {
  await watch(callProvider(product, 'GET', 'auth/logout', { bearer: session.accessToken }));
  const asked = await post('basic', { emailOrUsername: email, password: first });
  const token = keep('first-factor token', asked.json.firstFactorToken);
  await post('totp', { totpCode: '000000' }, token);
  const answer = await post('totp', { backupCode }, token);
  keepTokens('second factor', answer);
  const { tokens, sessionId, userUuid } = answer.json;
  return {
    ...session,
    sessionId,
    userUuid,
    accessToken: tokens.access.value,
    idToken: tokens.id.value,
    refreshToken: tokens.refresh.value,
  };
}

/** What the newest mail or text carries. */
async function mailed(to: string, field: 'link' | 'verificationCode'): Promise<string> {
  const { adminKey } = await product.access();
  const outbox = await watch(
    callProvider(product, 'GET', `outbox?to=${encodeURIComponent(to)}`, { bearer: adminKey }),
  );
  const found = outbox.json.results.find((message: Record<string, string>) => message[field])?.[field];
  if (!found) throw new Error(`no mail with a ${field}`);
  return found;
}

/** A body that cannot be read: parsers like to quote what they stumbled over. */
async function malformed(path: string, text: string): Promise<void> {
  const answer = await watch(
    product.send({
      method: 'POST',
      path,
      headers: { origin: `http://${product.mainDomain}` },
      text,
    }),
  );
  expect(answer.status).toBe(400);
  expect(answer.text).not.toContain(first);
}

async function watch(call: Promise<HttpAnswer>): Promise<HttpAnswer> {
  const answer = await call;
  const id = answer.headers['x-request-id'];
  if (typeof id === 'string') requestIds.push(id);
  expect(answer.status).toBeLessThan(500);
  return answer;
}

function keepSession(name: string, session: PersonSession): void {
  keep(`access token of ${name}`, session.accessToken);
  keep(`id token of ${name}`, session.idToken);
  keep(`refresh token of ${name}`, session.refreshToken);
  if (session.cookie) keep(`cookie of ${name}`, session.cookie.replace(/^[^=]+=/, ''));
}

function keepTokens(name: string, answer: HttpAnswer): void {
  expect(answer.text && answer.status).toBe(200);
  for (const kind of ['access', 'id', 'refresh'] as const)
    keep(`${kind} token of ${name}`, answer.json.tokens[kind].value);
}

function keep(name: string, value: string): string {
  if (!value) throw new Error(`no value for ${name}`);
  canaries.set(name, value);
  return value;
}
