import { AppError } from '@stint/domain/errors.ts';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { newRoom } from './copied.ts';
import { countsOf, openDatabase, type Transaction } from './database.ts';
import { isUniqueViolation } from './database-errors.ts';
import { newId } from './ids.ts';
import { join, raw, sql } from './sql.ts';

let databases: TestDatabase;
const [acme, birch] = [newId(), newId()];

beforeAll(async () => {
  databases = await createTestDatabase('app');
  const { owner } = databases;
  await owner.run(sql`create table app.note (tenant_id uuid not null, id uuid not null, text text not null,
    constraint note_pkey primary key (tenant_id, id))`);
  await owner.run(sql`alter table app.note enable row level security`);
  await owner.run(sql`create policy note_tenant on app.note to app_rw
    using (tenant_id = current_setting('app.tenant_id')::uuid)
    with check (tenant_id = current_setting('app.tenant_id')::uuid)`);
  await owner.run(sql`grant select, insert, update, delete on app.note to app_rw`);
});
afterAll(() => databases.drop());

const insert = (tenantId: string, text: string, id = newId()) =>
  sql`insert into app.note (tenant_id, id, text) values (${tenantId}, ${id}, ${text})`;
const texts = sql`select text from app.note order by text`;

const raise = (state: string) =>
  raw(`do $$ begin raise exception 'as asked' using errcode = '${state}'; end $$`);

describe('security 10: row security', () => {
  test('a tenant transaction sees and writes only its tenant', async () => {
    const { database } = databases;
    await database.withTenant(acme, (tx) => tx.run(insert(acme, 'ours')));
    await database.withTenant(birch, (tx) => tx.run(insert(birch, 'theirs')));
    expect(await database.tenantRows(acme, texts)).toEqual([{ text: 'ours' }]);
    expect(await database.tenantRows(birch, texts)).toEqual([{ text: 'theirs' }]);
    await expect(database.withTenant(acme, (tx) => tx.run(insert(birch, 'smuggled')))).rejects.toThrow(
      /row-level security/,
    );
  });

  test('without a tenant there is an error, never rows', async () => {
    await expect(databases.database.rows(texts)).rejects.toThrow(
      /app\.tenant_id|invalid input syntax for type uuid/,
    );
    await databases.database.tenantRows(acme, texts);
    await expect(databases.database.rows(texts)).rejects.toThrow(
      /app\.tenant_id|invalid input syntax for type uuid/,
    );
  });

  test.each(["'; drop table app.note; --", 'x', '', acme.toUpperCase()])(
    'a tenant id of %j never reaches SQL',
    async (id) => {
      await expect(databases.database.tenantRows(id, texts)).rejects.toThrow('tenant id is not a uuid');
    },
  );
});

test('a transaction of one moment sees nothing that came after its first statement', async () => {
  const { database, owner } = databases;
  const moment = newId();
  const read = (isOneMoment: boolean) =>
    database.withTenant(
      moment,
      async (tx) => {
        const before = await tx.rows(texts);
        await owner.run(insert(moment, 'meanwhile'));
        return [before.length, (await tx.rows(texts)).length];
      },
      { readOnly: true, isOneMoment },
    );
  expect(await read(true)).toEqual([0, 0]);
  expect(await read(false)).toEqual([1, 2]);
});

describe('one round trip', () => {
  /** Every statement goes over the same connection. */
  const single = async () => {
    const { host, port, user, database: name } = databases.database.pool.options;
    const address = { host: String(host), port: Number(port), user: String(user), database: String(name) };
    const database = openDatabase({ address, max: 1 });
    return { database, read: () => database.tenantRows<{ text: string }>(acme, texts) };
  };

  test('a refused statement leaves nothing behind, and its connection and its text usable', async () => {
    const { database, read } = await single();
    const id = newId();
    expect(await read()).toEqual([{ text: 'ours' }]);
    await database.tenantRows(acme, insert(acme, 'once', id));
    for (const [refused, why] of [
      [insert(acme, 'twice', id), 'duplicate key'],
      [insert(birch, 'smuggled'), 'row-level security'],
      [sql`select nothing`, 'does not exist'],
    ] as const) {
      await expect(database.tenantRows(acme, refused)).rejects.toThrow(why);
      await expect(database.tenantRows(acme, refused)).rejects.toThrow(why);
      expect(await read()).toEqual([{ text: 'once' }, { text: 'ours' }]);
    }
    await database.tenantRows(acme, sql`delete from app.note where tenant_id = ${acme} and id = ${id}`);
    expect(await read()).toEqual([{ text: 'ours' }]);
    await database.close();
  });

  test('what is sent before the process turns to something else leaves in one write', async () => {
    const { database, read } = await single();
    await read();
    const client = (await database.pool.connect()) as unknown as pg.Client & pg.PoolClient;
    const { stream } = client.connection;
    client.release();
    let writes = 0;
    for (const name of ['_write', '_writev'] as const) {
      const write = stream[name]?.bind(stream) as (...given: unknown[]) => void;
      const counted = (...given: unknown[]) => {
        writes += 1;
        return write(...given);
      };
      Object.assign(stream, { [name]: counted });
    }
    await read();
    expect(writes).toBe(1);
    await database.withTenant(acme, async (tx) => {
      await Promise.all([tx.rows(texts), tx.rows(texts)]);
      await tx.rows(texts);
    });
    expect(writes).toBe(1 + 3);
    await database.close();
  });

  const circle: { itself?: unknown } = {};
  circle.itself = circle;
  test.each([
    ['a circle', circle, 'circular'],
    ['a number that JSON does not know', { n: 1n }, 'BigInt'],
    ['a zero in a text', 'a\0b', 'invalid byte sequence'],
    ['half a pair of surrogates', { text: '\ud800' }, 'invalid input syntax for type json'],
    ['what is too large', '9'.repeat(200_000), 'overflows'],
  ])('%s is refused, and its statement runs with other values', async (what, refused, why) => {
    const { database, read } = await single();
    const asked = (value: unknown) => sql`select ${value}::jsonb as x ${raw(`-- ${what}`)}`;
    const good = () => database.tenantRows(acme, asked({ n: 1 }));
    const answer = [{ x: { n: 1 } }];
    // First while the connection does not know the text, then while it does.
    for (const _turn of ['new', 'known']) {
      await expect(database.tenantRows(acme, asked(refused))).rejects.toThrow(why);
      expect(await good()).toEqual(answer);
      await expect(
        database.withTenant(acme, (tx) => Promise.all([tx.rows(asked(refused)), tx.rows(asked({ n: 2 }))])),
      ).rejects.toThrow(why);
      expect(await good()).toEqual(answer);
    }
    expect(await read()).toEqual([{ text: 'ours' }]);
    await database.close();
  });

  test('the cause of a failure is told where the next text is there twice', async () => {
    const { database } = await single();
    const twice = sql`select 'twice' as text`;
    const failing = database.withTenant(acme, async (tx) => {
      for (const sent of [tx.run(sql`select 1 / ${0}::int`), tx.rows(twice)]) tx.withCommit(sent);
      await tx.rows(twice);
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await database.tenantRows(acme, twice)).toEqual([{ text: 'twice' }]);
    await database.close();
  });

  test('values have their types the first time and later, named or not', async () => {
    const { database } = await single();
    const typed = sql`select date '2026-03-29' as day, count(*) as n, null::text as nothing, array[1, 2] as list, true as yes
      from app.note where tenant_id = ${acme}`;
    const expected = [{ day: '2026-03-29', n: 1, nothing: null, list: [1, 2], yes: true }];
    for (const options of [{}, {}, { unnamed: true }, { unnamed: true }]) {
      expect(await database.tenantRows(acme, typed, options)).toEqual(expected);
    }
    await database.close();
  });

  test('few rows are kept prepared on their connection, many are sent without a name', async () => {
    const { database } = await single();
    const noting = (count: number) =>
      join(Array.from({ length: count }, (_row, at) => sql`(${acme}, ${newId()}, ${`row ${at}`})`));
    const sent = async (count: number) =>
      database.withTenant(acme, async (tx) => {
        await tx.run(sql`insert into app.note (tenant_id, id, text) values ${noting(count)}`);
        const { kept } = await tx.one<{ kept: number }>(
          sql`select count(*) as kept from pg_prepared_statements where statement like 'insert into app.note%'`,
        );
        await tx.run(sql`delete from app.note where tenant_id = ${acme} and text like 'row %'`);
        return kept;
      });
    expect([await sent(2), await sent(2), await sent(100), await sent(106), await sent(1000)]).toEqual([
      1, 1, 2, 3, 3,
    ]);
    await database.close();
  });

  test('many at once on few connections each get their own tenant', async () => {
    const { database } = databases;
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_turn, at) => database.tenantRows(at % 2 ? acme : birch, texts)),
    );
    expect(answers).toEqual(answers.map((_rows, at) => [{ text: at % 2 ? 'ours' : 'theirs' }]));
  });
});

describe('rows as bytes', () => {
  const wide = 'é'.repeat(200_000);
  const odd = `a'b\\c"d`;

  test('are those of an ordinary answer, whatever stands in them, among the statements around them', async () => {
    const { database } = databases;
    const asked = sql`select t.n, t.text, t.bytes from (values (1, ${odd}, null::bytea), (2, ${wide}, '\\x00ff'::bytea), (70000, null, '')) t (n, text, bytes)
      where t.n::text = any(${['1', '2', '70000', odd]}::text[]) order by t.n`;
    const [before, rows, none, after] = await database.withTenant(acme, (tx) =>
      Promise.all([
        tx.one(sql`select 1 as n`),
        tx.copied(asked),
        tx.copied(sql`select 1 where ${'x'} = any(${[]}::text[])`),
        tx.one(sql`select 2 as n`),
      ]),
    );
    const read = rows.all().map(([n, text, bytes]) => [n?.readInt32BE(), text?.toString() ?? null, bytes]);
    expect(read).toEqual([
      [1, odd, null],
      [2, wide, Buffer.of(0, 255)],
      [70_000, null, Buffer.alloc(0)],
    ]);
    expect([before, none.all(), after]).toEqual([{ n: 1 }, [], { n: 2 }]);
  });

  test('in one room after each other are whole, also behind an answer that broke in its middle and was asked for again', async () => {
    const { database, owner } = databases;
    await owner.run(raw('create sequence app.try'));
    await owner.run(raw('grant usage on sequence app.try to app_rw'));
    await owner.run(
      raw(`create function app.text_of(n int) returns text language plpgsql as $$ begin
        if n = 2000 and nextval('app.try') = 1 then raise exception 'once' using errcode = '40001'; end if;
        return case when n % 7 > 0 then repeat('ž王🛠', 50) || n end; end $$`),
    );
    const room = newRoom();
    const read = async (rows: number) => {
      const asked = sql`select app.text_of(n) from generate_series(1, ${String(rows)}::int) n`;
      const copied = await database.withTenant(acme, (tx) => tx.copied(asked, room));
      return copied.all().map(([text]) => text?.toString() ?? null);
    };
    const texts = (rows: number) =>
      Array.from({ length: rows }, (_, at) => ((at + 1) % 7 > 0 ? `${'ž王🛠'.repeat(50)}${at + 1}` : null));
    const { retries } = countsOf(database.pool);
    for (const rows of [3000, 5, 4000]) expect(await read(rows)).toEqual(texts(rows));
    expect(countsOf(database.pool).retries).toBe(retries + 1);
  });

  test('security 10: are those of the tenant alone', async () => {
    const { database } = databases;
    const [tenant, other] = [newId(), newId()];
    await database.withTenant(tenant, (tx) => tx.run(insert(tenant, 'ours')));
    const read = async (id: string) => (await database.withTenant(id, (tx) => tx.copied(texts))).all();
    expect(await read(tenant)).toEqual([[Buffer.from('ours')]]);
    expect(await read(other)).toEqual([]);
  });

  test('a refused one fails its transaction, and the connection stays usable', async () => {
    const { database } = databases;
    const refused = database.withTenant(acme, (tx) => tx.copied(sql`select 1 / (length(${'x'}) - 1)`));
    await expect(refused).rejects.toMatchObject({ code: '22012' });
    await expect(database.withTenant(acme, (tx) => tx.copied(sql`select ${1}::int`))).rejects.toThrow(
      /no text/,
    );
    expect(await database.tenantRows(acme, sql`select 1 as n`)).toEqual([{ n: 1 }]);
  });
});

describe('transactions', () => {
  test('statements are planned once, or for their values where a transaction asks for it', async () => {
    const { database } = databases;
    const mode = sql`select current_setting('plan_cache_mode') as mode`;
    const asked = await database.withTenant(acme, (tx) => tx.one(mode), { planForValues: true });
    const other = await database.withTenant(acme, (tx) => tx.one(mode));
    // Citus finds the server of a statement by its values (decision 030).
    const usual = inject('testServer').workers.length > 0 ? 'auto' : 'force_generic_plan';
    expect([asked, other]).toEqual([{ mode: 'force_custom_plan' }, { mode: usual }]);
  });

  test('a failure takes everything back and the connection stays usable', async () => {
    const { database } = databases;
    const id = newId();
    const failing = database.withTenant(acme, async (tx) => {
      await tx.run(insert(acme, 'half', id));
      await tx.run(insert(acme, 'again', id));
    });
    await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error, 'note_pkey'));
    expect(await database.tenantRows(acme, texts)).toEqual([{ text: 'ours' }]);
  });

  test('what the work goes on without fails the commit that it leaves with', async () => {
    const effects: string[] = [];
    const before = await databases.database.tenantRows(acme, texts);
    const failing = databases.database.withTenant(acme, async (tx) => {
      tx.withCommit(tx.run(insert(acme, 'half')));
      tx.withCommit(tx.rows(sql`select 1 / 0`));
      tx.afterCommit(() => effects.push('never'));
    });
    await expect(failing).rejects.toThrow(/division by zero/);
    expect(effects).toEqual([]);
    expect(await databases.database.tenantRows(acme, texts)).toEqual(before);
  });

  test('what failed first is the cause, also where a statement sent after it is heard before it', async () => {
    const both = async (tx: Transaction, state: string) => {
      const failing = tx.run(raise(state));
      failing.catch(() => {});
      await tx.rows(texts);
      await failing;
    };
    let tries = 0;
    const work = async (tx: Transaction) => {
      if (++tries === 1) await both(tx, '40P01');
      return tries;
    };
    expect(await databases.database.withTenant(acme, work)).toBe(2);
    await expect(databases.database.withTenant(acme, (tx) => both(tx, '23514'))).rejects.toMatchObject({
      code: '23514',
    });
  });

  test('two that lock each other are both done in the end', async () => {
    const { database } = databases;
    const [first, second] = [newId(), newId()];
    await database.withTenant(acme, async (tx) => {
      await tx.run(insert(acme, 'x', first));
      await tx.run(insert(acme, 'y', second));
    });
    const bothWaiting = Promise.withResolvers<void>();
    let waiting = 0;
    const swap = (order: string[]) =>
      database.withTenant(acme, async (tx) => {
        for (const [index, id] of order.entries()) {
          await tx.run(sql`update app.note set text = text || '!' where tenant_id = ${acme} and id = ${id}`);
          if (index === 0 && ++waiting === 2) bothWaiting.resolve();
          if (index === 0) await bothWaiting.promise;
        }
      });
    await Promise.all([swap([first, second]), swap([second, first])]);
    const rows = await database.tenantRows<{ text: string }>(
      acme,
      sql`select text from app.note where tenant_id = ${acme} and id in (${first}, ${second}) order by text`,
    );
    expect(rows.map((row) => row.text)).toEqual(['x!!', 'y!!']);
  });

  test.each(['ended well', 'was rolled back'])(
    'what is sent after its transaction %s goes nowhere',
    async (end) => {
      let late: Transaction | null = null;
      const work = databases.database.withTenant(acme, async (tx) => {
        late = tx;
        if (end === 'was rolled back') throw new AppError('not_found');
      });
      await work.catch(() => {});
      const sent = (late as Transaction | null)?.run(insert(acme, 'late', newId()));
      await expect(sent).rejects.toThrow('after its transaction had ended');
    },
  );

  test('a date stays a plain date and a count a number', async () => {
    const [row] = await databases.database.rows(
      sql`select date '2026-03-29' as day, count(*) as n from ${raw('pg_class')}`,
    );
    expect(row).toMatchObject({ day: '2026-03-29', n: expect.any(Number) });
  });
});
