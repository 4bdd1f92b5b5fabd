import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkMigration, type MigrationFile, readTableKinds } from './scripts/checks/migration-rules.ts';
import { plantFaults } from './scripts/checks/planted-faults.ts';
import { checkFragment, checkStatement, type TableKind } from './scripts/checks/sql-rules.ts';
import { findSqlFragments, findSqlStatements } from './scripts/checks/sql-statements.ts';
import { isTest } from './scripts/checks/zones.ts';
import { listFiles } from './scripts/lib/files.mjs';
import { inRoot, root } from './scripts/lib/paths.mjs';

/** A test on plain PostgreSQL proves nothing about a distributed one, so the text itself is held to the rules. */
const serverFiles = listFiles(inRoot('apps/server/src')).map((path) => relative(root, path));
const sources = serverFiles.filter((path) => path.endsWith('.ts') && !isTest(path));
const migrations: MigrationFile[] = serverFiles
  .filter((path) => path.endsWith('.sql'))
  .map((path) => ({ name: path, text: read(path), schema: path.includes('/gateway/') ? 'app' : 'auth' }));
const kinds = readTableKinds(migrations);

function read(path: string): string {
  return readFileSync(inRoot(path), 'utf8');
}

describe('our SQL', () => {
  test('is found: tables of every kind, and statements about them', () => {
    expect(new Set(kinds.values())).toEqual(new Set(['tenant', 'reference', 'local']));
    expect(sources.flatMap((path) => findSqlStatements(path, read(path))).length).toBeGreaterThan(20);
  });

  test('keeps to one workspace per statement, and to what a distributed database understands', () => {
    const problems = sources.flatMap((path) =>
      findSqlStatements(path, read(path)).flatMap(({ text, line }) =>
        checkStatement(text, kinds).map((problem) => `${path}:${line}: ${problem}`),
      ),
    );
    expect(problems).toEqual([]);
  });

  test('keeps to one workspace also in pieces that are put into statements elsewhere', () => {
    const problems = sources.flatMap((path) =>
      findSqlFragments(path, read(path)).flatMap(({ text, line }) =>
        checkFragment(text, kinds).map((problem) => `${path}:${line}: ${problem}`),
      ),
    );
    expect(problems).toEqual([]);
  });

  test('is caught wherever a select loses its workspace, altogether or to a row outside', () => {
    const ofWorkspaces = new RegExp(
      `\\bapp\\.(?:${[...kinds].flatMap(([name, kind]) => (kind === 'tenant' ? [name] : [])).join('|')})\\b(?!\\.)`,
    );
    const faults = sources
      .flatMap((path) => [...findSqlStatements(path, read(path)), ...findSqlFragments(path, read(path))])
      .flatMap(({ text }) => plantFaults(text))
      .filter((fault) => ofWorkspaces.test(fault));
    expect(faults.length).toBeGreaterThan(500);
    expect(faults.filter((fault) => checkStatement(fault, kinds).length === 0)).toEqual([]);
  });

  test('migrations create, declare, then connect their tables', () => {
    expect(migrations.flatMap((file) => checkMigration(file, kinds))).toEqual([]);
  });
});

/** An error of a connection that nobody listens to ends the process. */
const CONNECTIONS = 'apps/server/src/platform/connections.ts';

test('every connection is made where its loss is survived', () => {
  const madeElsewhere = sources.filter(
    (path) => path !== CONNECTIONS && /\bnew (pg\.)?(Pool|Client)\(/.test(read(path)),
  );
  expect(madeElsewhere).toEqual([]);
});

describe('totals of days', () => {
  const writes =
    /\b(insert into|update|delete from) app\.(timesheet_entry|member_rate|standard_rate|project_activity|day_total)\b/;
  /** Whose writes are counted by the file that calls them, or change no living time. */
  const countedElsewhere = [
    'gateway/timesheets/store.ts',
    'gateway/projects/links.ts',
    'gateway/trash/purge.ts',
    'gateway/totals/count.ts',
  ];

  test('are counted by everybody who writes entries, or what they are priced by', () => {
    const silent = sources
      .filter((path) => findSqlStatements(path, read(path)).some(({ text }) => writes.test(text)))
      .filter((path) => !countedElsewhere.some((file) => path.endsWith(file)))
      .filter(
        (path) =>
          !/\b(countWeeks|countWeeksOfPeople|countDays|countWorkspace|repriceDays)\(/.test(read(path)),
      );
    expect(silent).toEqual([]);
  });
});

describe('receivers of webhooks', () => {
  const writes = /\b(insert into|update|delete from) auth\.(user_account|identifier|membership)\b/;
  /** Columns that no record shows, and those whose change is told beside the statement. */
  const unseen =
    /\b(update auth\.(user_account|membership)( u)? set (last_active_at|last_used_at|updated_at|authz_version|tokens_valid_from|mode|deleted_at)\b|insert into auth\.user_account)/;
  /** Part of an end that is told beside it. */
  const told = [
    ['auth/model/users/erase.ts', 'delete from auth.user_account'],
    ['auth/mechanisms/people/placeholders.ts', 'delete from auth.identifier'],
    ['auth/mechanisms/people/delete.ts', 'delete from auth.identifier'],
  ];

  test('hear of everything that makes, changes or ends a person or a membership', () => {
    const problems = sources
      .filter((path) => path.includes('server/src/auth/'))
      .flatMap((path) => {
        const text = read(path);
        const notes = (text.match(/\bnot(ePerson|ingPerson|eEverybody)\(/g) ?? []).length;
        const changes = findSqlStatements(path, text)
          .map((statement) => statement.text)
          .filter((statement) => writes.test(statement) && !unseen.test(statement))
          .filter(
            (one) => !told.some(([file = '', words = '']) => path.endsWith(file) && one.includes(words)),
          );
        return changes.length > notes ? [`${path}: ${changes.length} changes, ${notes} notes`] : [];
      });
    expect(problems).toEqual([]);
  });
});

const someKinds = new Map<string, TableKind>([
  ['project', 'tenant'],
  ['client', 'tenant'],
  ['plan', 'reference'],
  ['outbox', 'local'],
]);

describe('the check of statements', () => {
  test.each([
    ['reads all workspaces', 'select id from app.project where id = $1'],
    ['updates by id alone', 'update app.project set name = $1 where id = $2'],
    ['deletes by id alone', 'delete from app.project where id = $1'],
    ['inserts without the tenant', 'insert into app.project (id, name) values ($1, $2)'],
    [
      'joins on id alone',
      'select p.id from app.project p join app.client c on c.id = p.client_id where p.tenant_id = $1',
    ],
    [
      'joins by comma',
      'select p.id from app.project p, app.client c where p.tenant_id = $1 and c.id = p.client_id',
    ],
    [
      'asks another table without it',
      'select id from app.project where tenant_id = $1 and client_id in (select id from app.client)',
    ],
    [
      'asks in a select for the workspace of the row outside, by column alone: every node is asked',
      'select e.id, (select c.name from app.client c where c.tenant_id = e.tenant_id and c.id = e.client_id) from app.project e where e.tenant_id = $1',
    ],
    [
      'asks so with array(), beside a left join: "outer joins and pseudoconstant quals are not supported"',
      'select p.id, array(select g.id from app.client g where g.tenant_id = p.tenant_id) from app.project p left join app.client c on c.tenant_id = p.tenant_id and c.id = p.client_id where p.tenant_id = $1',
    ],
    [
      'asks so in a lateral select',
      'select p.id, x.n from app.project p cross join lateral (select count(*) as n from app.client c where c.tenant_id = p.tenant_id) x where p.tenant_id = $1',
    ],
    [
      'asks so two selects deep in a lateral one',
      "select t.id, x.packed from app.project t cross join lateral (select string_agg(y.one, ',') as packed from (select concat_ws('-', p.id, array(select c.id from app.client c where c.tenant_id = p.tenant_id)) as one from app.project p where p.tenant_id = $1) y) x where t.tenant_id = $1",
    ],
    [
      'names the workspace in the select alone, not outside of it: "complex joins are only supported …"',
      'select p.id, (select c.name from app.client c where c.tenant_id = $1 and c.id = p.client_id) from app.project p where p.id = $2',
    ],
    [
      'reads one half of a union from everywhere',
      'select id from app.project where tenant_id = $1 union all select id from app.client',
    ],
    [
      'selects from everywhere what it inserts into the same table',
      'insert into app.project (tenant_id, id) select tenant_id, id from app.project where id = $1 on conflict (tenant_id, id) do nothing',
    ],
    [
      'calls a function of ours where the rows of a workspace are',
      'select app.enqueue($1) where exists (select from app.project where tenant_id = $2)',
    ],
    [
      'takes the conflict key for a condition',
      'insert into app.project (id) values ($1) on conflict (tenant_id, id) do nothing',
    ],
    [
      'ties it to one workspace or else to another thing',
      'select id from app.project where tenant_id = $1 or id = $2',
    ],
    [
      'inserts what it makes on the way, which becomes a COPY: "COPY FROM not supported with row-level security"',
      'insert into app.project (tenant_id, id) select $1::uuid, r.id from json_to_recordset($2) as r (id uuid)',
    ],
    [
      'inserts random ids beside what it selects, which becomes a COPY',
      'insert into app.project (tenant_id, id) select c.tenant_id, gen_random_uuid() from app.client c where c.tenant_id = $1',
    ],
    [
      'joins what lies on the coordinator: "direct joins between distributed and local tables are not supported"',
      'select p.id from app.outbox o join app.project p on p.tenant_id = $1 and p.id = o.id',
    ],
    [
      'changes what lies on the coordinator by what a workspace has',
      'update app.outbox o set at = $1 from app.project p where p.tenant_id = $2 and p.id = o.id',
    ],
    ['hides it in a comment', 'select id from app.project /* tenant_id = $1 */'],
    ['lists no columns', 'select * from app.project where tenant_id = $1'],
    ['lists no columns of one table', 'select p.* from app.project p where p.tenant_id = $1'],
    ['lists no columns of a function', 'select * from auth.take_limits($1)'],
    ['returns everything', 'delete from app.outbox where id = $1 returning *'],
    ['makes an id in an update', 'update app.project set token = gen_random_uuid() where tenant_id = $1'],
    ['reads the clock in an update', 'update app.project set at = clock_timestamp() where tenant_id = $1'],
    [
      'says now() in do update',
      'insert into app.project (tenant_id, id) values ($1, $2) on conflict (tenant_id, id) do update set updated_at = now()',
    ],
    ['returns now()', 'update app.project set name = $1 where tenant_id = $2 returning now()'],
    ['sets the tenant where no node sees it', "select set_config('app.tenant_id', $1, true)"],
    ['chooses the table at run time', 'delete from app.$ where id = $'],
    ['batches by ctid', 'delete from app.project where tenant_id = $1 and ctid in ($2)'],
  ])('catches one that %s', (_name, text) => {
    expect(checkStatement(text, someKinds)).toHaveLength(1);
  });

  test.each([
    ['one workspace', 'select id, name from app.project where tenant_id = $1 and id = $2'],
    [
      'a join with both',
      'select p.id from app.project p join app.client c on c.tenant_id = p.tenant_id and c.id = p.client_id where p.tenant_id = $1',
    ],
    [
      'a join by using',
      'select p.id from app.project p join app.client c using (tenant_id) where p.tenant_id = $1',
    ],
    [
      'an insert with the tenant',
      'insert into app.project (tenant_id, id) values ($1, $2) on conflict (tenant_id, id) do update set name = excluded.name',
    ],
    [
      'a select inside that has the value itself, beside joins by column',
      'select p.id, (select m.name from app.client m where m.tenant_id = $1 and m.id = p.id) from app.project p left join app.client c on c.tenant_id = p.tenant_id and c.id = p.client_id where p.tenant_id = $2',
    ],
    [
      'an insert of what the same workspace has',
      'insert into app.project (tenant_id, id) select c.tenant_id, c.id from app.client c where c.tenant_id = $1',
    ],
    [
      'one of made rows that says what it stored',
      'insert into app.project (tenant_id, id) select $1::uuid, r.id from json_to_recordset($2) as r (id uuid) returning 1 as one',
    ],
    [
      'what lies on the coordinator as a select of its own',
      'insert into app.project (tenant_id, id) select $1::uuid, o.id from (select id from app.outbox) o join app.client c on c.tenant_id = $1 and c.id = o.id on conflict (tenant_id, id) do nothing',
    ],
    ['or in parentheses', 'select id from app.project where tenant_id = $1 and (id = $2 or name = $3)'],
    ['a function of ours by itself', 'select app.enqueue($1, $2)'],
    ['a row comparison', 'select id from app.project where (tenant_id, id) in (($1, $2))'],
    ['a count', 'select count(*) from app.project where tenant_id = $1'],
    ['now() in a plain update', 'update app.project set updated_at = now() where tenant_id = $1'],
    [
      'a lock with random order elsewhere',
      'select id from app.outbox order by random() for update skip locked',
    ],
    ['reference and local tables', 'select id from app.outbox join app.plan on app.plan.code = $1'],
    [
      'columns in full and casts',
      'insert into app.project (tenant_id, id) select r.tenant_id, r.id from json_populate_recordset(null::app.project, $1) r on conflict (tenant_id, id) do update set version = app.project.version + 1',
    ],
    ['all columns of its own expression', 'with a as (select 1 as one) select * from a'],
    ['a stated exception', 'select count(*) from app.project /* all tenants: the operator’s daily count */'],
  ])('lets pass: %s', (_name, text) => {
    expect(checkStatement(text, someKinds)).toEqual([]);
  });
});

describe('the check of pieces', () => {
  test.each([
    [
      'that select by the column outside',
      'array(select c.id from app.client c where c.tenant_id = p.tenant_id)',
      1,
    ],
    [
      'that select by the value',
      'array(select c.id from app.client c where c.tenant_id = $ and c.id = p.id)',
      0,
    ],
    ['whose own tables stand elsewhere', 'app.client c left join app.project p on p.client_id = c.id', 0],
  ])('%s', (_name, text, count) => {
    expect(checkFragment(text, someKinds)).toHaveLength(count);
  });
});

describe('finding statements', () => {
  const find = (source: string) => findSqlStatements('a.ts', source).map((statement) => statement.text);

  test('in templates with the tag, with values as $', () => {
    expect(find('tx.rows<Row>(sql`select id from app.project where id = ${id}`)')).toEqual([
      'select id from app.project where id = $',
    ]);
  });

  test('with constant fragments put in; a fragment alone is no statement', () => {
    expect(
      find('const own = sql`where tenant_id = ${id}`; run(sql`select id from app.project ${own}`)'),
    ).toEqual(['select id from app.project where tenant_id = $']);
  });

  test('and pieces with a select in them, in templates and in plain texts', () => {
    const pieces = (source: string) => findSqlFragments('a.ts', source).map(({ text }) => text);
    expect(pieces('const a = sql`exists (select from app.project where id = ${id})`')).toEqual([
      'exists (select from app.project where id = $)',
    ]);
    expect(pieces("const b = 'array(select id from app.project)'")).toEqual([
      'array(select id from app.project)',
    ]);
  });

  test('in plain texts about our tables', () => {
    expect(find("client.query('select id from app.project')")).toEqual(['select id from app.project']);
    expect(find('client.query(`delete from app.project where id = ${id}`)')).toEqual([
      'delete from app.project where id = $',
    ]);
    expect(find("const title = 'Select a project'")).toEqual([]);
  });

  test('with the line where they stand', () => {
    expect(findSqlStatements('a.ts', '\n\nrun(sql`select 1`)')).toEqual([{ text: 'select 1', line: 3 }]);
  });
});
