import { findUnbound, splitScopes } from './sql-scopes.ts';

/** Where Citus keeps a table: spread over nodes by `tenant_id`, copied to each, or on the coordinator alone. */
export type TableKind = 'tenant' | 'reference' | 'local';

export type TableKinds = ReadonlyMap<string, TableKind>;

type Rule = {
  /** What the statement did wrong, for the message. */
  name: string;
  isBroken(statement: Statement): boolean;
};

type Statement = {
  /** Without comments and texts in quotes, in lower case. */
  code: string;
  /** How often tables of kind `tenant` are named; none in a statement for all workspaces. */
  tenantTables: number;
  isOfTenants(name: string): boolean;
  /** Of a table that lies on the coordinator alone. */
  isLocal(name: string): boolean;
};

/**
 * A statement that is meant for all workspaces at once says so, with the reason:
 * `select … /* all tenants: nightly count for the operator *\/`.
 */
const FOR_ALL_TENANTS = /all tenants:\s*\S+/i;

const UNBOUND =
  'each table of the workspaces needs its own tenant_id = …, in each select anew, or Citus asks every node';

/** From `do update set` to the end of that part: what Citus wants immutable. */
const CONFLICT_UPDATE = /\bdo\s+update\s+set\b.*?(?=\breturning\b|\)\s*,|$)/gs;

const INSERT_OF_SELECT = /\binsert\s+into\s+app\.(\w+|"?\$)[^()]*\([^()]*\)\s*(?:select|with)\b/;

const VOLATILE = /\b(gen_random_uuid|uuidv7|clock_timestamp|random)\s*\(/;

const rules: Rule[] = [
  {
    name: UNBOUND,
    isBroken: ({ code, tenantTables, isOfTenants }) =>
      tenantTables > 0 && splitScopes(code).some((scope) => findUnbound(scope, isOfTenants).length > 0),
  },
  {
    name: 'a function of ours runs by itself: beside a table of the workspaces Citus runs it on the server of that table',
    isBroken: ({ code, tenantTables }) =>
      tenantTables > 0 && /\bapp\.(?!shard_table\b)\w+\s*\((?!\s*tenant_id\b)/.test(withoutInserts(code)),
  },
  {
    name: 'an insert of rows that no table of the workspaces has, or with random ids, says on conflict or returning: else Citus makes a COPY of it, which row security refuses',
    isBroken: ({ code, isOfTenants }) => {
      const [, target = ''] = INSERT_OF_SELECT.exec(code) ?? [];
      if (!isOfTenants(target) || /\bon\s+conflict\b|\breturning\b/.test(code)) return false;
      return !tablesIn(withoutInserts(code)).some(isOfTenants) || VOLATILE.test(code);
    },
  },
  {
    name: 'a table of the coordinator alone is joined as a select of its own: Citus refuses direct joins with tables of the workspaces',
    isBroken: ({ code, isOfTenants, isLocal }) =>
      splitScopes(withoutInserts(code)).some((scope) => {
        const names = tablesIn(scope.code);
        return names.some(isLocal) && names.some(isOfTenants);
      }),
  },
  {
    name: 'columns are listed, never *: a prepared select * breaks when a column is added',
    isBroken: ({ code }) => hasStar(code),
  },
  {
    name: 'random values and clock_timestamp() in an update are parameters: Citus refuses them there',
    isBroken: ({ code }) => /\bupdate\s+(?!of\b|skip\b|nowait\b)/.test(code) && VOLATILE.test(code),
  },
  {
    name: 'now() in do update set or returning is a parameter: Citus refuses it there',
    isBroken: ({ code, tenantTables }) =>
      tenantTables > 0 &&
      [...(code.match(CONFLICT_UPDATE) ?? []), ...(code.match(/\breturning\b[^;]*/g) ?? [])].some((part) =>
        /\b(now\s*\(|current_timestamp\b)/.test(part),
      ),
  },
  {
    name: 'the tenant is set with `set local`, which reaches every node',
    isBroken: ({ code }) => /\bset_config\s*\(\s*'app\.tenant_id'/.test(code),
  },
  {
    name: 'merge is not understood by Citus: use insert … on conflict',
    isBroken: ({ code, tenantTables }) => tenantTables > 0 && /^\s*merge\b/.test(code),
  },
  {
    name: 'batches go by tenant_id, not by ctid',
    isBroken: ({ code, tenantTables }) => tenantTables > 0 && /\bctid\b/.test(code),
  },
];

/**
 * The rules of the database that a statement breaks.
 *
 * @param text one statement; bound values in any notation
 * @returns what is wrong, each in one sentence
 */
export function checkStatement(text: string, kinds: TableKinds): string[] {
  const code = withoutComments(text).toLowerCase();
  const isOfTenants = (name: string) => kinds.get(name) === 'tenant' || name.endsWith('$');
  const isLocal = (name: string) => kinds.get(name) === 'local';
  const tenantTables = FOR_ALL_TENANTS.test(text) ? 0 : tablesIn(code).filter(isOfTenants).length;
  return rules
    .filter((rule) => rule.isBroken({ code, tenantTables, isOfTenants, isLocal }))
    .map((rule) => rule.name);
}

/**
 * The same for a piece of a statement, of which only the selects in parentheses can be judged: what stands around them, and
 * so their tables, is elsewhere.
 */
export function checkFragment(text: string, kinds: TableKinds): string[] {
  const code = withoutComments(text).toLowerCase();
  const isOfTenants = (name: string) => kinds.get(name) === 'tenant' || name.endsWith('$');
  const isBroken = splitScopes(code)
    .filter((scope) => scope.isInner)
    .some((scope) => findUnbound(scope, isOfTenants).length > 0);
  return isBroken && !FOR_ALL_TENANTS.test(text) ? [UNBOUND] : [];
}

/**
 * Neither a column in full (app.project.name) nor a cast (null::app.project) names a table anew; `app.$` is one
 * chosen at run time, which may be any and so counts.
 */
function tablesIn(code: string): string[] {
  return Array.from(code.matchAll(/(?<!::)\bapp\.(\w+\b(?!\.)|"?\$(?!\d))/g), (match) => match[1] ?? '');
}

function withoutInserts(code: string): string {
  return code.replace(/\binsert\s+into\s+app\.\w+/g, ' ');
}

/** `select * from x` is sound where x is a common table expression, whose columns the same statement lists. */
function hasStar(code: string): boolean {
  const own = new Set(
    Array.from(
      code.matchAll(/\b(\w+)(?:\s*\([^()]*\))?\s+as\s+(?:not\s+)?(?:materialized\s*)?\(/g),
      ([, name]) => name,
    ),
  );
  const stars = code.matchAll(
    /\b(?:select|distinct|returning)\s+(?:\w+\.)?\*(?:\s+from\s+([\w.]+))?|,\s*\w+\.\*/g,
  );
  return Array.from(stars).some(([, source]) => source === undefined || !own.has(source));
}

export function withoutComments(text: string): string {
  return text.replace(/\/\*.*?\*\//gs, ' ').replace(/--[^\n]*/g, ' ');
}
