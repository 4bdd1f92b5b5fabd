import { CONCURRENT_INDEX, splitStatements } from '../../apps/server/src/platform/migrate.ts';
import { type TableKind, withoutComments } from './sql-rules.ts';

/** A migration file of one database. */
export type MigrationFile = { name: string; text: string; schema: 'app' | 'auth' };

/** What no migration does: Citus refuses it, or hands out ids too large for JavaScript. */
const FORBIDDEN: [pattern: RegExp, reason: string][] = [
  [
    /\bcreate\s+(or\s+replace\s+)?(constraint\s+)?trigger\b/,
    'no triggers: updated_at, audit rows and counters are set in code',
  ],
  [/\bon\s+delete\s+set\s+(null|default)\b/, 'on delete set null is refused when the key holds the tenant'],
  [/\bon\s+update\s+(cascade|set)\b/, 'on update cascade is refused when the key holds the tenant'],
  [/\b(small|big)?serial\b|\bas\s+identity\b/, 'ids are made by the application'],
  [
    /\bupdate\b.*\b(gen_random_uuid|clock_timestamp|random)\s*\(/,
    'random values and clock_timestamp() in an update are parameters',
  ],
];

const ADD_FOREIGN_KEY =
  /^alter\s+table\s+(?:only\s+)?(?:app\.)(\w+)\s+add\s+constraint\b.*\bforeign\s+key\s*\((.*?)\)/s;

/** A column that the database computes. */
const COMPUTED = /^\s*(\w+)[^,\n]*\bgenerated\s+always\b/gm;

/** What the release before may still ask for; its name says which migration a release has to know to do without. */
const TAKES_AWAY =
  /\bdrop\s+(?:table|column|function|view|type)\b|\balter\s+table\b.*\b(?:rename|drop\s+(?!constraint\b|not\b|default\b|column\b)\w)/s;
const SAYS_WHAT_IT_NEEDS = /(^|\/)\d{4}-needs-\d{4}-/;

/** Of things that no release had, that the one before did not ask for, or that were made anew and answer as they did. */
const TOOK_AWAY = [
  '0006-provider-keeps-former-slugs.sql',
  '0008-job-queue.sql',
  '0023-stored-keys-of-totals.sql',
  '0030-retention-walk.sql',
];

/** What makes an index of a table: a statement of its own, or a constraint that has one and is not given it. */
const INDEX = [
  /^create\s+(?:unique\s+)?index\b.*?\son\s+(?:only\s+)?([\w.]+)/s,
  /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w.]+)\s.*\badd\b.*\b(?:unique|primary\s+key|exclude)\b(?!\s+using\s+index\b)/s,
];
const CREATED = /^create\s+table\s+(?!if\b)([\w.]+)/;
/** Up to these, indexes were made with the table locked: nobody had many rows in it, or they are of a release. */
const LOCKED_UP_TO = { app: 37, auth: 24 };

/** Tables whose key of the day they were made was replaced by a later migration. */
const GIVEN_ANOTHER_KEY = new Set(['day_total', 'span_total']);

/**
 * The kinds of the gateway's tables, as the migrations declare them: `select app.shard_table('app.x', 'tenant')`.
 */
export function readTableKinds(files: MigrationFile[]): Map<string, TableKind> {
  const declarations = files.flatMap((file) =>
    Array.from(file.text.matchAll(/app\.shard_table\('app\.(\w+)',\s*'(tenant|reference|local)'\)/g)),
  );
  return new Map(declarations.map(([, name = '', kind]) => [name, kind as TableKind]));
}

/**
 * What a migration does that would fail on a distributed database, or say nothing about why it exists.
 *
 * @param kinds of all tables, from `readTableKinds`
 */
export function checkMigration(file: MigrationFile, kinds: Map<string, TableKind>): string[] {
  const problems = file.text.startsWith('-- ') ? [] : ['the first line says why this migration exists'];
  const sharded = new Set<string>();
  for (const statement of splitStatements(file.text)) {
    const code = withoutComments(statement).toLowerCase().trim();
    for (const [pattern, reason] of FORBIDDEN) {
      if (pattern.test(code.replace(/\s+/g, ' '))) problems.push(reason);
    }
    if (
      TAKES_AWAY.test(code) &&
      !SAYS_WHAT_IT_NEEDS.test(file.name) &&
      !TOOK_AWAY.some((name) => file.name.endsWith(name))
    )
      problems.push(
        'what takes something away or renames it is named NNNN-needs-MMMM-what.sql (docs/upgrade.md)',
      );
    if (file.schema === 'app') problems.push(...checkGatewayStatement(code, { file, kinds, sharded }));
  }
  if (!isFormer(file)) problems.push(...checkIndexes(splitStatements(file.text)));
  return problems.map((problem) => `${file.name}: ${problem}`);
}

/** A table that the same migration made has no rows and no writers; of others, indexes are made beside those who write (decision 060). */
function checkIndexes(statements: readonly string[]): string[] {
  const concurrent = statements.filter((statement) => CONCURRENT_INDEX.test(statement));
  if (concurrent.length > 0 && concurrent.length < statements.length)
    return ['an index that is made concurrently stands in a migration of such indexes alone'];
  const created = new Set<string>();
  return statements.flatMap((statement) => {
    const code = withoutComments(statement).toLowerCase().trim();
    const table = CREATED.exec(code)?.[1];
    if (table !== undefined) created.add(table);
    const indexed = INDEX.map((pattern) => pattern.exec(code)?.[1]).find((name) => name !== undefined);
    if (indexed === undefined || created.has(indexed) || CONCURRENT_INDEX.test(statement)) return [];
    return [
      `an index of ${indexed} holds up all who write it: create index concurrently NAME on …, in a migration of such indexes alone; a constraint is given it with using index (decision 060)`,
    ];
  });
}

const isFormer = ({ name, schema }: MigrationFile) =>
  Number(/(?:^|\/)(\d{4})-/.exec(name)?.[1]) <= LOCKED_UP_TO[schema];

/** A migration with the kinds of all tables, and those of its own that are spread so far. */
type Reading = { file: MigrationFile; kinds: Map<string, TableKind>; sharded: Set<string> };

/** Creates a table without foreign keys, declares its kind, then adds the keys: Citus refuses keys of a table not yet spread. */
function checkGatewayStatement(code: string, reading: Reading): string[] {
  const created = /^create\s+table\s+(?:if\s+not\s+exists\s+)?app\.(\w+)/.exec(code)?.[1];
  if (created !== undefined) return checkCreateTable(created, code, reading.kinds);

  const declared = /^select\s+app\.shard_table\('app\.(\w+)'/.exec(code)?.[1];
  if (declared !== undefined) reading.sharded.add(declared);

  const [, altered, columns = ''] = ADD_FOREIGN_KEY.exec(code) ?? [];
  if (altered !== undefined) return checkForeignKey({ table: altered, columns, code }, reading);

  if (/^alter\s+table\b.*\badd\s+column\b.*\b(check|unique|primary\s+key|references)\b/s.test(code)) {
    return ['a column and its constraint are added in two statements'];
  }
  return [];
}

function checkCreateTable(name: string, code: string, kinds: Map<string, TableKind>): string[] {
  const problems: string[] = [];
  const kind = kinds.get(name);
  if (kind === undefined) problems.push(`app.${name} declares no kind with app.shard_table`);
  if (/\breferences\b|\bforeign\s+key\b/.test(code)) {
    problems.push(`app.${name} has a foreign key in create table: add it after shard_table`);
  }
  if (kind === 'tenant' && !/\bprimary\s+key\s*\(\s*tenant_id\b/.test(code)) {
    problems.push(`the primary key of app.${name} begins with tenant_id`);
  }
  const [, key = ''] = /\bprimary\s+key\s*\(([^)]*)\)/.exec(code) ?? [];
  const computed = Array.from(code.matchAll(COMPUTED), ([, column = '']) => column);
  if (!GIVEN_ANOTHER_KEY.has(name) && key.split(/[\s,]+/).some((column) => computed.includes(column))) {
    problems.push(
      `the primary key of app.${name} has a computed column, which no replication sends: store it`,
    );
  }
  return problems;
}

function checkForeignKey(
  { table, columns, code }: { table: string; columns: string; code: string },
  { file, kinds, sharded }: Reading,
): string[] {
  const problems: string[] = [];
  const isCreatedHere = file.text.includes(`create table app.${table} `);
  if (isCreatedHere && !sharded.has(table))
    problems.push(`app.${table} gets a foreign key before shard_table`);
  const target = /\breferences\s+app\.(\w+)/.exec(code)?.[1] ?? '';
  if (kinds.get(table) === 'local' || kinds.get(target) === 'local') {
    problems.push(`app.${table}: no foreign keys to or from local tables`);
  } else if (kinds.get(target) === 'tenant' && !/^\s*tenant_id\b/.test(columns)) {
    problems.push(`app.${table}: a foreign key to a table of the workspaces begins with tenant_id`);
  }
  return problems;
}
