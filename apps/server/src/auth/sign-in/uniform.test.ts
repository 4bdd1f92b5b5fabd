import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { type Answer, type AuthHarness, randomAddress, startAuth } from '../../testing/auth-harness.ts';

let auth: AuthHarness;
const each = 100;
/** Two hundred real hashes, on a machine that may be busy with other tests. */
const hashesTakeTheirTime = { timeout: 300_000 };

beforeAll(async () => {
  auth = await startAuth();
  // Accounts that are there; their hash is a right one of another password, so that each try runs a real comparison.
  const ada = await auth.signUp('known-0@uniform.example');
  for (let number = 1; number < each; number++) {
    const { body } = await auth.call('POST /users', {
      bearer: auth.adminKey,
      body: { email: `known-${number}@uniform.example` },
    });
    await auth.db.owner.run(sql`insert into auth.credential (user_id, password_hash, pepper_version, changed_at)
      select ${body.userUuid}, password_hash, pepper_version, changed_at from auth.credential where user_id = ${ada.userUuid}`);
  }
});
afterAll(() => auth.close());

/** Everything a stranger can see of an answer, without what is new in each. */
function seen({ status, headers, body }: Answer): string {
  const { requestId: _, ...rest } = body;
  const { 'x-request-id': __, date: ___, ...shown } = headers;
  return JSON.stringify([status, shown, rest]);
}

describe('security 3: known and unknown accounts', () => {
  test(
    'cannot be told apart by 200 interleaved tries: same status, body and headers but the request id',
    hashesTakeTheirTime,
    async () => {
      const answers: Record<string, Set<string>> = { known: new Set(), unknown: new Set() };
      const attempt = async (kind: string, number: number) => {
        const answer = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
          body: {
            emailOrUsername: `${kind}-${number}@uniform.example`,
            password: 'not the password 1',
            options: { noResetEmail: true },
          },
          address: randomAddress(),
        });
        answers[kind]?.add(seen(answer));
      };
      for (let number = 0; number < each; number += 5) {
        const numbers = Array.from({ length: 5 }, (_, offset) => number + offset);
        await Promise.all(numbers.flatMap((one) => [attempt('known', one), attempt('unknown', one)]));
      }
      expect([...(answers.known ?? [])]).toHaveLength(1);
      expect([...(answers.known ?? [])]).toEqual([...(answers.unknown ?? [])]);
    },
  );

  test('cost one hash each, also when there is nobody', async () => {
    const { passwords } = auth.service.context;
    let hashes = 0;
    const verify = passwords.verify.bind(passwords);
    passwords.verify = (...given) => {
      hashes++;
      return verify(...given);
    };
    for (const name of ['known-1@uniform.example', 'nobody@uniform.example', 'no address at all', '']) {
      const body = { emailOrUsername: name, password: 'not the password 1' };
      await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, { body, address: randomAddress() });
    }
    passwords.verify = verify;
    expect(hashes).toBe(4);
  });
});
