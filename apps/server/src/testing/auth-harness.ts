import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { type AuthService, createAuthService } from '../auth/service.ts';
import { readConfig } from '../config.ts';
import { openForgotten } from '../platform/forgotten.ts';
import { createHttpServer } from '../platform/http.ts';
import { newId } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';
import type { Mail, Mailer } from '../platform/mail.ts';
import type { Sms, SmsSender } from '../platform/sms.ts';
import { checkProviderAnswer } from './answer-shapes.ts';
import { createTestDatabase, type TestDatabase } from './databases.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look at single fields of answers whose shapes the route tables hold
export type Json = Record<string, any>;

export type Answer = { status: number; body: Json; headers: LightMyRequestResponse['headers']; text: string };

type CallOptions = {
  body?: unknown;
  bearer?: string | null;
  /** Page that asks; the main domain where absent. Null sends no Origin header. */
  origin?: string | null;
  headers?: Record<string, string>;
  /** Client address. */
  address?: string;
};

/** The time of a test: it stands still and moves when told, unless `stoppedAt` is null, when it goes on by itself. */
type TestClock = {
  now(): Date;
  advance(ms: number): void;
  /** In epoch ms. */
  stoppedAt: number | null;
  /** Added to that, or to the time of the machine. */
  offsetMs: number;
};

export type AuthHarness = {
  service: AuthService;
  app: FastifyInstance;
  clock: TestClock;
  db: TestDatabase;
  rootId: string;
  adminKey: string;
  mails: Mail[];
  texts: Sms[];
  logLines: string[];
  main: string;
  /** `GET /self` and the like; paths are relative to `/v0`. */
  call(route: string, options?: CallOptions): Promise<Answer>;
  /** Messages of the test world for one recipient, newest first. */
  outbox(to: string): Promise<Json[]>;
  /** A new person with a password, signed in. */
  signUp(email?: string, password?: string): Promise<Json & { accessToken: string; refreshToken: string }>;
  /** Signs in with a password, from an address that no other call uses; the answer as it is. */
  signIn(emailOrUsername: string, password?: string, options?: Omit<CallOptions, 'body'>): Promise<Answer>;
  /** A workspace of that person. */
  makeWorkspace(owner: { accessToken: string }, slug: string, name?: string): Promise<Json>;
  close(): Promise<void>;
};

export type HarnessOptions = {
  env?: Record<string, string>;
  fetch?: typeof fetch;
  /** Records of names, as DNS would answer; the system's resolver where absent. */
  txt?: Map<string, string[]>;
  /** Where the clock begins; a day in March where absent. */
  stoppedAt?: number | null;
  /** The master secret; a random one where absent. */
  secretKey?: Buffer;
  /** The database of another harness, which closes it; a new one where absent. */
  db?: TestDatabase;
};

/** A password that every rule accepts. */
export const goodPassword = 'correct horse battery 9';

/** The provider on a database of its own, called through Fastify's inject; clock, mail and SMS are fakes that record. */
export async function startAuth(options: HarnessOptions = {}): Promise<AuthHarness> {
  const db = options.db ?? (await createTestDatabase('auth'));
  const { txt, stoppedAt = Date.parse('2026-03-02T09:00:00Z') } = options;
  const clock = createClock(stoppedAt);
  const mails: Mail[] = [];
  const texts: Sms[] = [];
  const logLines: string[] = [];
  const isLive = options.env?.MODE === 'live';
  const config = readConfig({
    MAIN_DOMAIN: isLive ? 'stint.example' : 'stint.localhost:3000',
    LIMITS_PER_ADDRESS: 'on',
    ...(isLive ? { SECRET_KEY: randomBytes(48).toString('base64'), SMTP_URL: 'smtp://localhost:1' } : {}),
    ...options.env,
  });
  const mail: Mailer = { send: async (one) => void mails.push(one), close: () => {} };
  const sms: SmsSender = { send: async (one) => void texts.push(one) };
  const log = createLogger('debug', { write: (line) => void logLines.push(line) });
  const service = await createAuthService({
    database: db.database,
    queue: db.queue,
    config,
    secretKey: options.secretKey ?? randomBytes(48),
    clock,
    mail: isLive ? mail : null,
    sms: isLive ? sms : null,
    fetch: options.fetch ?? fetch,
    ...(txt ? { resolveTxt: async (name: string) => txt.get(name) ?? [] } : {}),
    log,
    // Made at the first note.
    forgotten: openForgotten(join(process.env.STINT_TEST_DIR ?? tmpdir(), `forgotten-${newId()}`)),
    hashing: { longestWaitMs: 60_000, niceness: 0 },
  });
  const app = createHttpServer({ trustedProxies: config.trustedProxies, logger: log });
  await service.plugin(app);
  const { tenantId, adminKey } = await service.ensureRootTenant();
  const main = `${config.scheme}://${config.mainDomain}`;
  const call = createCall(app, main);

  const harness: AuthHarness = {
    service,
    app,
    clock,
    db,
    rootId: tenantId,
    adminKey: adminKey ?? '',
    mails,
    texts,
    logLines,
    main,
    call,
    async outbox(to) {
      const path = `GET /outbox?to=${encodeURIComponent(to)}`;
      return (await call(path, { bearer: harness.adminKey })).body.results;
    },
    async signUp(email = `person-${randomBytes(4).toString('hex')}@example.com`, password = goodPassword) {
      const answer = await call(`POST /tenants/${tenantId}/auth/create`, {
        body: { email, password },
        address: randomAddress(),
      });
      if (answer.status !== 200) throw new Error(`sign-up answered ${answer.text}`);
      return withTokens(answer.body);
    },
    signIn: (emailOrUsername, password = goodPassword, options) =>
      call(`POST /tenants/${tenantId}/auth/basic`, {
        body: { emailOrUsername, password },
        address: randomAddress(),
        ...options,
      }),
    async makeWorkspace(owner, slug, name = slug) {
      const answer = await call('POST /tenants', {
        bearer: owner.accessToken,
        body: { name, data: { tenantNameSlug: slug }, regionCode: 'us' },
      });
      if (answer.status !== 200) throw new Error(`the workspace answered ${answer.text}`);
      return answer.body;
    },
    async close() {
      await app.close();
      await service.close();
      await db.drop();
    },
  };
  return harness;
}

/** The tokens of a sign-on beside its other fields. */
export function withTokens(body: Json): Json & { accessToken: string; refreshToken: string } {
  return { ...body, accessToken: body.tokens?.access?.value, refreshToken: body.tokens?.refresh?.value };
}

/** An address that no other call of the test uses, so that limits per address stay out of the way. */
export function randomAddress(): string {
  return `10.${randomBytes(1)[0]}.${randomBytes(1)[0]}.${randomBytes(1)[0]}`;
}

/** The payload of a JWT. */
export function claimsOf(token: string): Json {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Json;
}

/** All cookies that an answer sets, by name. */
export function cookiesOf({ headers }: Answer): Record<string, string> {
  const lines = [headers['set-cookie'] ?? []].flat().map(String);
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

function createClock(stoppedAt: number | null): TestClock {
  const clock: TestClock = {
    stoppedAt,
    offsetMs: 0,
    now: () => new Date((clock.stoppedAt ?? Date.now()) + clock.offsetMs),
    advance: (by) => {
      clock.offsetMs += by;
    },
  };
  return clock;
}

function createCall(app: FastifyInstance, main: string): AuthHarness['call'] {
  return async (route, { body, bearer, origin = main, headers = {}, address = '10.0.0.1' } = {}) => {
    const [method = 'GET', path = '/'] = route.split(' ', 2);
    const response = await app.inject({
      method: method as 'GET',
      url: `/v0${path}`,
      remoteAddress: address,
      headers: {
        host: new URL(origin && URL.canParse(origin) ? origin : main).host,
        ...(origin === null ? {} : { origin }),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const text = response.body;
    checkProviderAnswer(method, path.replace(/^\//, ''), {
      status: response.statusCode,
      body: text ? parse(text) : null,
    });
    return { status: response.statusCode, body: parse(text), headers: response.headers, text };
  };
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}
