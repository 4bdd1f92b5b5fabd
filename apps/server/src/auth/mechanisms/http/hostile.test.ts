import { authRoutes } from '@stint/domain/api/auth.ts';
import { splitRouteKey } from '@stint/domain/api/route.ts';
import { languages } from '@stint/domain/language.ts';
import { plainName } from '@stint/domain/plain-name.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthHarness, type Json, startAuth } from '../../../testing/auth-harness.ts';
import { newDevice } from '../../sign-in/notices.ts';
import { noticeMail } from '../outbox/notices.ts';
import { ownerRole } from '../people/notices.ts';
import { codeMail, linkMail } from '../proofs/mails.ts';

let auth: AuthHarness;
let ada: Json;
let house: Json;
/** The same on every run; a failure names the body it shrank to. */
const runs = { seed: 20_261_121, numRuns: 12 };

beforeAll(async () => {
  auth = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
  ada = await auth.signUp();
  house = await auth.makeWorkspace(ada as { accessToken: string }, 'hostile-house');
});
afterAll(() => auth.close());
// Buckets of calls fill up again.
beforeEach(() => auth.clock.advance(60_000));

const names = [
  'email',
  'password',
  'emailOrUsername',
  'tenantId',
  'token',
  'uuid',
  'options',
  'channel',
  'phoneNumber',
  'verificationCode',
  'totpCode',
  'name',
  'data',
  'roles',
  'filters',
  'order',
  'authentication',
  'code',
  'key',
  'type',
  'clientId',
  'metadata',
];
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    'a@b.co',
    "'; drop table auth.tenant; --",
    '<script>',
    '../..',
    'null',
    '\u202e',
    'x'.repeat(3000),
    'undefined',
  ),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.object({ maxDepth: 3 }),
);
const body = fc.oneof(fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 }), fc.jsonValue());

const withBody = Object.entries(authRoutes).filter(([, row]) => 'body' in row && row.body !== undefined);

describe('security 11: whatever is sent, the answer is one of ours', () => {
  test.each(withBody.map(([key]) => key))('%s', async (key) => {
    const { method, path } = splitRouteKey(key);
    const { access } = authRoutes[key as keyof typeof authRoutes];
    const bearer = ['admin', 'reader', 'owner', 'manager', 'creator'].includes(access)
      ? auth.adminKey
      : ada.accessToken;
    const route = `${method} ${path.replace(':tenantId', house.tenantId).replace(':provider', 'google').replace(/:\w+/g, '1')}`;
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const answer = await auth.call(route, { bearer, body: sent });
        expect(answer.status).toBeLessThan(500);
        const { statusCode, error } = answer.body ?? {};
        const isTyped = statusCode === answer.status && typeof error?.type === 'string';
        expect(answer.status < 400 || isTyped ? '' : answer.text).toBe('');
      }),
      runs,
    );
  });

  test.each([
    ['a token of 20,000 letters', { authorization: `Bearer ${'a'.repeat(20_000)}` }],
    ['two bearers', { authorization: 'Bearer a, Bearer b' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['a header that is no text', { authorization: 'Bearer \u0001' }],
  ])('%s is 401 or refused by the parser, never 500', async (_name, headers) => {
    expect([400, 401, 431]).toContain((await auth.call('GET /self', { headers })).status);
  });

  test.each(['?code_challenge=a&code_challenge=b', '?tenant_id=a&tenant_id=b', '?x=1', '?%00'])(
    'query %s is refused or ignored, never 500',
    async (query) => {
      const sent = { emailOrUsername: 'a@b.co', password: 'x' };
      const answer = await auth.call(`POST /tenants/${auth.rootId}/auth/basic${query}`, { body: sent });
      expect([400, 429]).toContain(answer.status);
    },
  );
});

describe('security 11: what people wrote, in mail', () => {
  const evil =
    '<img src=x onerror=alert(1)> "Acme" & \'Co\'\r\nBcc: all@example.com https://evil.example www.evil.example';
  const life = { count: 7, unit: 'day' } as const;
  const mails = languages.flatMap((language) => [
    linkMail('invite', {
      app: evil,
      href: 'https://stint.example/a?b=1&c="><script>',
      life,
      by: evil,
      language,
    }),
    codeMail({ app: evil, code: '123456', language }),
    noticeMail(evil, ownerRole(evil), language),
    noticeMail(evil, newDevice(evil), language),
  ]);

  test.each(mails)('becomes no markup, no header and no link: $subject', ({ subject, html }) => {
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toMatch(/<img|<script|onerror=alert\(1\)>/);
    expect([...html.matchAll(/href="([^"]*)"/g)].every(([, href]) => !href?.includes('evil.example'))).toBe(
      true,
    );
    expect(subject).not.toMatch(/https?:\/\/|www\./);
  });

  test('a name in a subject has at most 64 characters', () => {
    expect(plainName('n'.repeat(500))).toHaveLength(64);
    const long = { app: 'n'.repeat(500), href: 'https://a.example', life, language: 'en' } as const;
    expect(linkMail('login', long).subject.length).toBeLessThanOrEqual('Log in to '.length + 64);
  });
});
