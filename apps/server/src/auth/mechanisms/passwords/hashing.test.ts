import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSecrets } from '../../../platform/secrets.ts';
import { sql } from '../../../platform/sql.ts';
import { type AuthHarness, goodPassword, randomAddress, startAuth } from '../../../testing/auth-harness.ts';
import { createPasswordHasher, hashesAtOnce } from './hasher.ts';

const leaked = 'a leaked password 42';
const sha1 = createHash('sha1').update(leaked).digest('hex').toUpperCase();
const asked: { url: string; padding: string | null }[] = [];
let isDown = false;
let auth: AuthHarness;

/** The range service: suffixes with counts, padding lines with 0. */
const rangeService: typeof fetch = async (url, init) => {
  asked.push({ url: String(url), padding: new Headers(init?.headers).get('add-padding') });
  if (isDown) throw new Error('no answer');
  return new Response(`0018A45C4D1DEF81644B54AB7F969B88D65:0\r\n${sha1.slice(5)}:3\r\n`);
};

beforeAll(async () => {
  auth = await startAuth({ env: { BREACH_RANGE_URL: 'https://ranges.example/range/' }, fetch: rangeService });
});
afterAll(() => auth.close());

const create = (password: string) =>
  auth.call(`POST /tenants/${auth.rootId}/auth/create`, {
    body: { email: `p-${randomBytes(4).toString('hex')}@example.com`, password },
    address: randomAddress(),
  });

describe('security 1: passwords that appeared in breaches', () => {
  test('are refused; the service learns five characters of a hash, with padding', async () => {
    const answer = await create(leaked);
    expect([answer.status, answer.body.errors[0].code]).toEqual([400, 'breached']);
    expect(asked).toEqual([{ url: `https://ranges.example/range/${sha1.slice(0, 5)}`, padding: 'true' }]);
  });

  test('security 1: while the service is away, the own list decides', async () => {
    isDown = true;
    expect((await create(leaked)).status).toBe(200);
    expect((await create('password123')).body.errors[0].code).toBe('common');
    isDown = false;
  });
});

describe('security 1: hashes', () => {
  test.each([
    [1, 1],
    [2, 1],
    [4, 3],
    [16, 15],
  ])(
    'of %i cores %i hash at a time: where there are several, one is left to everybody else',
    (cores, hashing) => {
      expect(hashesAtOnce(cores)).toBe(hashing);
    },
  );

  test('one with older parameters is replaced when the person signs in', async () => {
    const ada = await auth.signUp();
    const hash = async () =>
      (
        await auth.db.owner.one<{ hash: string }>(
          sql`select password_hash as hash from auth.credential where user_id = ${ada.userUuid}`,
        )
      ).hash;
    const before = await hash();
    // Fewer passes, the tag of which the right password gives as well.
    const older = await olderHash(goodPassword);
    await auth.db.owner.run(
      sql`update auth.credential set password_hash = ${older} where user_id = ${ada.userUuid}`,
    );
    const body = { emailOrUsername: ada.email, password: goodPassword };
    const signIn = () =>
      auth.call(`POST /tenants/${auth.rootId}/auth/basic`, { body, address: randomAddress() });
    expect((await signIn()).status).toBe(200);
    expect(await hash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hash()).not.toBe(before);
    expect((await signIn()).status).toBe(200);
  });

  test.each([
    ['one at a time where one core is named', { cores: 1 }, 1],
    ['as many at a time as the machine has cores to spare', {}, hashesAtOnce()],
  ])('%s, 50 wait, the rest is told to come back (503 with Retry-After)', async (_name, width, hashing) => {
    const hasher = createPasswordHasher(createSecrets(randomBytes(32)), { ...width, longestWaitMs: 60_000 });
    const tries = Array.from({ length: hashing + 52 }, () => hasher.verify('x', null));
    const many = await Promise.allSettled(tries);
    const refused = many.filter((one) => one.status === 'rejected');
    expect(
      refused.map(({ reason }) => [reason.code, reason.status, reason.options.retryAfterSeconds]),
    ).toEqual([
      ['unavailable', 503, 2],
      ['unavailable', 503, 2],
    ]);
    await hasher.close();
  });
});

/** Argon2id as the product writes it, with one pass, made apart from it. */
async function olderHash(password: string): Promise<string> {
  const { argon2 } = (await import('node:crypto')) as unknown as {
    argon2(name: string, options: object, done: (error: Error | null, tag: Buffer) => void): void;
  };
  const nonce = randomBytes(16);
  const message = auth.service.context.secrets.mac('pepper', password);
  const tag = await new Promise<Buffer>((resolve, reject) =>
    argon2(
      'argon2id',
      { message, nonce, memory: 19_456, passes: 1, parallelism: 1, tagLength: 32 },
      (error, made) => (error ? reject(error) : resolve(made)),
    ),
  );
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=19456,t=1,p=1$${text(nonce)}$${text(tag)}`;
}
