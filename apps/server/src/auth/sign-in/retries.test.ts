import { expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { openAuth } from '../../testing/open-auth.ts';
import { createPeople } from '../../testing/wire.ts';
import { createWays } from './ways.fixture.ts';

const auth = openAuth(24 * 60 * 60_000);
const { codeFor, way, ways } = createWays(auth, createPeople(auth));

const run = (statements: string) => auth.db.owner.pool.query(statements);

type Failure = { condition: string; times?: number };

/** The first sessions that are written meanwhile fail. @returns how many were tried */
async function amongFailures({ condition, times = 99 }: Failure, work: () => Promise<void>): Promise<number> {
  await run(`create sequence auth.tried;
    create function auth.fail_first() returns trigger language plpgsql security definer as
      $$ begin if nextval('auth.tried') <= ${times} then raise ${condition}; end if; return new; end $$;
    create trigger fail_first before insert on auth.session for each row execute function auth.fail_first()`);
  try {
    await work();
    const { tries } = await auth.db.owner.one<{ tries: number }>(
      sql`select last_value as tries from auth.tried`,
    );
    return tries;
  } finally {
    await run('drop function auth.fail_first() cascade; drop sequence auth.tried');
  }
}

const opening = Object.keys(ways).filter(
  (name) => !/native application|second factor$|after a link$/.test(name),
);

test.each(opening)(
  '%s that comes upon others is tried three times, and then says when to come again',
  async (name) => {
    const { signIn } = await way(name);
    const tries = await amongFailures({ condition: 'deadlock_detected' }, async () => {
      const { status, headers } = await signIn();
      expect([status, headers['retry-after']]).toEqual([503, '1']);
    });
    expect(tries).toBe(3);
    expect((await signIn()).status).toBe(200);
  },
);

const rolledBack = ['serialization_failure', 'lock_not_available'];

test.each(opening.flatMap((name) => rolledBack.map((condition) => [name, condition] as const)))(
  '%s is tried again after a %s, which surely left nothing behind',
  async (name, condition) => {
    const { signIn } = await way(name);
    const tries = await amongFailures({ condition, times: 1 }, async () => {
      expect((await signIn()).status).toBe(200);
    });
    expect(tries).toBe(2);
  },
);

test('a password, which is not used up, is tried again after a connection that was lost', async () => {
  const { signIn } = await way('a password');
  const tries = await amongFailures({ condition: 'admin_shutdown', times: 1 }, async () => {
    expect((await signIn()).status).toBe(200);
  });
  expect(tries).toBe(2);
});

test.each(opening.filter((name) => name !== 'a password'))(
  '%s is tried once on a connection that was lost: whether it is used up, nobody knows',
  async (name) => {
    const { signIn } = await way(name);
    const tries = await amongFailures({ condition: 'admin_shutdown', times: 1 }, async () => {
      expect((await signIn()).status).toBe(503);
    });
    expect(tries).toBe(1);
  },
);

test.each(['a password', 'an authenticator', 'a backup code'])(
  'what is right counts as no try where the sign-in comes to nothing: %s',
  async (name) => {
    const { signIn } = await way(name);
    const statuses: number[] = [];
    await amongFailures({ condition: 'deadlock_detected' }, async () => {
      for (let time = 0; time < 12; time++) statuses.push((await signIn()).status);
    });
    expect(statuses).toEqual(Array(12).fill(503));
  },
);

test('nor does a right code by mail, which bears five tries itself, count for its address', async () => {
  const { joined } = await way('a code by mail');
  const statuses: number[] = [];
  for (let mail = 0; mail < 3; mail++) {
    const code = await codeFor(joined);
    await amongFailures({ condition: 'deadlock_detected' }, async () => {
      for (let time = 0; time < 4; time++) statuses.push((await joined.call('PUT ~/auth/code', code)).status);
    });
  }
  expect(statuses).toEqual(Array(12).fill(503));
});
