import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { createGatewayHarness, type GatewayHarness } from '../../testing/gateway-harness.ts';
import { importFile } from '../../testing/uploads.ts';
import { joiningLines, recogniseLines } from './staging.ts';

vi.setConfig({ testTimeout: 120_000 });

let gateway: GatewayHarness;

beforeAll(async () => {
  gateway = await createGatewayHarness();
  gateway.service.startWorkers();
});
afterAll(() => gateway?.close());

const LINES = 30_000;

test('a file as long as the one before, with every line edited, is read once, also where the planner knows nothing of either', async () => {
  const target = await gateway.addWorkspace();
  const { tenantId } = target;
  const file = 'Date,Email,Client,Project,Duration\n2026-02-02,ada@example.test,Acme,Website,1:00\n';
  await importFile(gateway, target.owner, Buffer.from(file), {});
  const owner = gateway.owner(target);
  const batchId = newId();
  const mark = (name: string) => sql`sha256(convert_to(${name} || n, 'UTF8'))`;
  await expectOthers(owner);
  await owner.run(sql`
    insert into app.import_line (tenant_id, fingerprint, place, comment_mark, minutes, import_id, entry_id)
    select ${tenantId}, ${mark('before')}, ${mark('place')}, ${mark('comment')}, 60, i.id, gen_random_uuid()
    from app.import i, generate_series(1, ${LINES}::int) n where i.tenant_id = ${tenantId}`);
  await owner.run(sql`
    insert into app.import_row (batch_id, line, person, client, project, activity, work_on, week_end_on, minutes, comment, tags, place, fingerprint, comment_mark)
    select ${batchId}, n, '', '', '', '', '2026-02-02', '2026-02-08', case when n % 3 = 0 then 90 else 60 end, '', '[]', ${mark('place')},
      ${mark('after')}, case when n % 3 = 1 then ${mark('comment')} else ${mark('other')} end
    from generate_series(1, ${LINES}::int) n`);
  const { states, rows } = await owner.transaction(async (tx) => {
    await joiningLines(tx, LINES, () => recogniseLines(tx, tenantId, batchId));
    const [read] = await tx.rows<{
      rows: number;
    }>(sql`select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables where relname in ('import_row', 'import_line')`);
    return {
      rows: read?.rows,
      states:
        await tx.rows(sql`select r.line % 3 as kind, r.state, count(*) as lines, count(*) filter (where r.former = ${sql`sha256(convert_to('before' || r.line, 'UTF8'))`}) as former
        from app.import_row r where r.batch_id = ${batchId} group by 1, 2 order by 1`),
    };
  });
  // Each of its selects and its updates goes through the lines once.
  expect(rows).toBeLessThan(20 * LINES);
  const third = LINES / 3;
  expect(states).toEqual([
    { kind: 0, state: 'new', lines: third, former: 0 },
    { kind: 1, state: 'changed', lines: third, former: third },
    { kind: 2, state: 'changed', lines: third, former: third },
  ]);
});

test('nothing else of a transaction is planned for its values and joined by hash', async () => {
  const owner = gateway.owner(await gateway.addWorkspace());
  const settings = sql`select current_setting('enable_nestloop') as loops, current_setting('plan_cache_mode') as plans`;
  await owner.transaction(async (tx) => {
    const before = await tx.one(settings);
    expect(await joiningLines(tx, 10, () => tx.one(settings))).toEqual(before);
    expect(await joiningLines(tx, LINES, () => tx.one(settings))).toEqual({
      loops: 'off',
      plans: 'force_custom_plan',
    });
    expect(await tx.one(settings)).toEqual(before);
    expect(before).not.toEqual({ loops: 'off', plans: 'force_custom_plan' });
  });
});

/** As a server of many workspaces that was looked at before this one had any: none of it is among the values that it knows. */
async function expectOthers(owner: Database): Promise<void> {
  await owner.run(sql`
    insert into app.import_row (batch_id, line, person, client, project, activity, work_on, week_end_on, minutes, comment, tags, place, fingerprint, comment_mark)
    select ${newId()}, n, '', '', '', '', '2026-02-02', '2026-02-08', 60, '', '[]', sha256(n::text::bytea), sha256(n::text::bytea), sha256(n::text::bytea)
    from generate_series(1, 5000) n`);
  await owner.run(sql`analyze app.import_row, app.import_line`);
}
