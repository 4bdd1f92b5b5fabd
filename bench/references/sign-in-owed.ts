/**
 * What the rules of the product owe the database at a sign-in and at a refresh, and nothing else of it: its own statements and
 * three signatures, on a bare node:http server; a sign-in with its hash. No guard, no shapes, no access checks, no second look at what
 * was read.
 */
import { createServer } from 'node:http';
import { rotateAtOnce } from '../../apps/server/src/auth/account/sessions/rotate.ts';
import type { AuthContext } from '../../apps/server/src/auth/context.ts';
import type { ClientInfo } from '../../apps/server/src/auth/mechanisms/http/client.ts';
import { identifierHash, releaseLimits } from '../../apps/server/src/auth/mechanisms/limits/limits.ts';
import { createTenantDirectory } from '../../apps/server/src/auth/mechanisms/tenants/directory.ts';
import type { Claims } from '../../apps/server/src/auth/mechanisms/tokens/tokens.ts';
import { startAttempt } from '../../apps/server/src/auth/methods/password/attempt.ts';
import {
  insertSession,
  newSessionId,
  type Session,
} from '../../apps/server/src/auth/model/sessions/queries.ts';
import type { User } from '../../apps/server/src/auth/model/users/queries.ts';
import type { SignInRequest } from '../../apps/server/src/auth/sign-in/request.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { sha256 } from '../../apps/server/src/platform/secrets.ts';
import { hashAsAsked, unhashed } from './hash-one.ts';
import { isOurs, signThree } from './sign-three.ts';
import { tellPort } from './tell-port.ts';

export type OwedSettings = {
  address: { host: string; port: number; user: string; database: string };
  tenantId: string;
  /** People with the companion of a browser that they used before. */
  people: { email: string; companion: string }[];
};

const lifeMs = 7 * 24 * 60 * 60 * 1000;
/** So many that no two refreshes meet at one. */
const sessionsEach = 8;

const { address, tenantId, people } = JSON.parse(process.argv[2] ?? '{}') as OwedSettings;
const database = openDatabase({ address });
const clock = systemClock;
const context = {
  database,
  clock,
  config: { limitsPerAddress: false },
  tenants: createTenantDirectory(database, clock),
} as AuthContext;
const tenant = await context.tenants.require(tenantId);
const realm = { rootTenantId: tenant.rootTenantId, mode: 'test' } as const;
const browsers = people.map(({ email, companion }) => {
  const client = {
    address: '127.0.0.1',
    fullAddress: '127.0.0.1',
    companionHash: sha256(companion),
    wantsRefreshCookie: false,
    language: null,
  } as ClientInfo;
  return { client, named: { kinds: ['email' as const], norm: email, who: identifierHash(email) } };
});

function sessionOf(user: User, client: ClientInfo, now: Date): Session {
  const id = newSessionId();
  const ends = new Date(now.getTime() + lifeMs);
  return {
    id,
    ...realm,
    tenantId: tenant.id,
    userId: user.id,
    familyId: id,
    parentSid: null,
    providerTenantId: null,
    gen: 1,
    rotatedAt: null,
    successorSeenAt: null,
    amr: ['email/password'],
    authTime: now,
    isCookieMode: false,
    companionHash: client.companionHash,
    isCompanionSeen: true,
    device: 'Chrome on Linux',
    address: client.fullAddress,
    lastUsedAt: now,
    idleExpiresAt: ends,
    expiresAt: ends,
    endedAt: null,
    createdAt: now,
  };
}

let turn = 0;
async function signIn(hash: () => Promise<void>): Promise<Session> {
  const { client, named } = browsers[turn++ % browsers.length] as (typeof browsers)[number];
  const { user, taken } = await startAttempt({ context, client, tenant, realm } as SignInRequest, named);
  if (!user) throw new Error(`nobody is called ${named.norm}`);
  await hash();
  const now = clock.now();
  const session = sessionOf(user, client, now);
  await database.transaction(async (tx) => {
    tx.withCommit(releaseLimits(tx, taken));
    const device = { hash: client.companionHash as Buffer, knownSince: new Date(0) };
    const event = { action: 'signin.ok', requestId: newId() } as const;
    const start = { basis: { tenant, user }, device, event, language: null, now };
    tx.withCommit(insertSession(tx, session, start));
  });
  return session;
}

const sessions: { id: string; companionHash: Buffer | null; gen: number }[] = [];
for (let at = 0; at < people.length * sessionsEach; at++) sessions.push(await signIn(hashAsAsked(unhashed)));

let [, , token = ''] = signThree();
async function refresh(): Promise<boolean> {
  const { client } = browsers[0] as (typeof browsers)[number];
  const session = sessions[turn++ % sessions.length] as (typeof sessions)[number];
  const claims = { sid: session.id, gen: session.gen++ } as Claims;
  const { companionHash } = session;
  const presented = { client: { ...client, companionHash }, claims, companionHash };
  return isOurs(token) && (await rotateAtOnce(context, tenant, presented)) !== null;
}

const works: Record<string, (hash: () => Promise<void>) => Promise<boolean>> = {
  '/sign-in': async (hash) => (await signIn(hash)).gen === 1,
  '/refresh': refresh,
};

tellPort(
  createServer((request, response) => {
    const [path = '', asked] = request.url?.split('?') ?? [];
    const answer = async () => {
      if (!(await works[path]?.(hashAsAsked(asked)))) return response.writeHead(500).end('not all was done');
      const tokens = signThree();
      token = tokens.at(-1) ?? '';
      const body = JSON.stringify({ tokens });
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      return response.end(body);
    };
    void answer();
  }),
);
