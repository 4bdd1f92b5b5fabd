import { describe, expect, test } from 'vitest';
import { checkMigration } from './migration-rules.ts';
import type { TableKind } from './sql-rules.ts';

const someKinds = new Map<string, TableKind>([
  ['project', 'tenant'],
  ['client', 'tenant'],
  ['plan', 'reference'],
  ['outbox', 'local'],
]);

describe('the check of migrations', () => {
  const table =
    'create table app.project (tenant_id uuid, id uuid, constraint project_pkey primary key (tenant_id, id));\n';
  const shard = "select app.shard_table('app.project', 'tenant');\n";
  const index = 'create index project_code_idx on app.project (tenant_id, code);\n';
  const key =
    'alter table app.project add constraint project_client_fkey foreign key (tenant_id, client_id) references app.client (tenant_id, id);\n';
  const check = (text: string, schema: 'app' | 'auth' = 'app') =>
    checkMigration({ name: 'm.sql', text: `-- Why.\n${text}`, schema }, someKinds);

  test.each([
    'drop table app.draft;\n',
    'alter table app.project drop column colour;\n',
    'drop function app.enqueue(text);\n',
    'alter table app.tenant drop retention_days;\n',
    'alter table app.tenant rename column a to b;\n',
  ])('what takes something away or renames it says what a release has to know: %s', (text) => {
    expect(check(text)).toEqual([expect.stringContaining('NNNN-needs-MMMM-what.sql (docs/upgrade.md)')]);
    const name = '0040-needs-0035-drop-drafts.sql';
    expect(checkMigration({ name, text: `-- Why.\n${text}`, schema: 'app' }, someKinds)).toEqual([]);
  });

  test('lets the right order pass', () => {
    expect(check(table + shard + key + index)).toEqual([]);
    expect(
      check(
        `${table}${shard}alter table app.project add constraint project_code_key unique (tenant_id, code);\n`,
      ),
    ).toEqual([]);
    expect(check('alter table app.project alter column name drop not null;\n')).toEqual([]);
  });

  test.each([
    'create index project_code_idx on app.project (tenant_id, code);',
    'create unique index project_code_idx\n  on app.project (tenant_id, code);',
    'create index on app.project (tenant_id, code);',
    'create index if not exists project_code_idx on app.project (tenant_id, code);',
    'create index project_code_idx on only app.project (tenant_id, code);',
    'CREATE INDEX project_code_idx ON app.project (tenant_id, code);',
    '-- Was: create table app.project (id uuid);\ncreate index project_code_idx on app.project (tenant_id, code);',
    'create index project_code_idx on app.project -- create table app.project (\n  (tenant_id, code);',
    'create table if not exists app.client (id uuid);\ncreate index client_code_idx on app.client (code);',
    'create index project_code_idx on app.project (code);\ncreate table app.project (id uuid);',
    'alter table app.project add constraint project_code_key unique (tenant_id, code);',
    'alter table app.project add unique (tenant_id, code);',
    'alter table only app.project\n  add constraint project_pkey primary key (tenant_id, id);',
    'alter table if exists app.project add constraint one_at_once exclude using gist (tenant_id with =);',
    'alter table app.project add column code text unique;',
    // What the runner would run in a transaction, where PostgreSQL refuses it.
    'create index concurrently if not exists project_code_idx on app.project (tenant_id, code);',
    'create index concurrently on app.project (tenant_id, code);',
    'create index concurrently -- Why.\n  project_code_idx on app.project (tenant_id, code);',
    'create index concurrently project_code_idx on app.project (code);\nalter table app.project add column more text;',
  ])(
    'an index is made beside those who write its table, by a statement that a start knows again: %s',
    (text) => {
      expect(check(text, 'auth')).toHaveLength(1);
    },
  );

  test.each([
    'create index concurrently project_code_idx on app.project (tenant_id, code);',
    'create unique index concurrently project_code_idx\n  on app.project (tenant_id, code);\n\n-- And:\ncreate index concurrently b_idx on app.b (c);',
    'alter table app.project add constraint project_code_key unique using index project_code_idx;',
    'alter table app.project add constraint project_pkey primary key\n  using index project_code_idx;',
    'create table app.thing (id uuid);\ncreate index on app.thing (id);\nalter table app.thing add unique (id);',
    'alter table app.project drop constraint project_code_key;',
  ])('such an index and one of a table that is made with it pass: %s', (text) => {
    expect(check(text, 'auth')).toEqual([]);
  });

  test('indexes of migrations that were there before the rule stay as they are', () => {
    const text = `-- Why.\n${index}`;
    const checked = (name: string) => checkMigration({ name, text, schema: 'app' }, someKinds);
    expect([checked('0037-index.sql'), checked('0038-index.sql')]).toEqual([[], [expect.any(String)]]);
  });

  test.each([
    ['a foreign key before the kind is declared', table + key + shard],
    [
      'a foreign key in create table',
      table.replace('id uuid,', 'id uuid, client_id uuid references app.client (id),'),
    ],
    ['a table without kind', 'create table app.thing (id uuid primary key);\n'],
    ['a primary key without the tenant', table.replace('(tenant_id, id)', '(id)')],
    ['a foreign key by id alone', shard + key.replace('(tenant_id, client_id)', '(client_id)')],
    ['a foreign key to a local table', shard + key.replace('app.client', 'app.outbox')],
    ['set null', shard + key.replace(';', ' on delete set null;')],
    ['cascading updates', shard + key.replace(';', ' on update cascade;')],
    [
      'a trigger',
      'create trigger t before update on app.project for each row execute function app.touch();\n',
    ],
    ['an inline constraint', 'alter table app.project add column code text check (code <> $$x$$);\n'],
    ['a sequence', shard + table.replace('id uuid,', 'id bigserial,')],
    ['ids made in an update', 'update app.project set token = gen_random_uuid();\n'],
    [
      'a computed column in the primary key, without which a shard cannot be moved while it is written',
      table
        .replace(
          'id uuid,',
          'id uuid,\n  slot uuid not null generated always as (coalesce(id, null)) stored,\n ',
        )
        .replace('(tenant_id, id)', '(tenant_id, id, slot)'),
    ],
  ])('catches %s', (_name, text) => {
    expect(check(text)).toHaveLength(1);
  });

  test('wants a reason in the first line', () => {
    expect(checkMigration({ name: 'm.sql', text: shard, schema: 'app' }, someKinds)).toHaveLength(1);
  });
});
