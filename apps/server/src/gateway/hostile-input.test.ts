import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import { type RouteDefinition, splitRouteKey } from '@stint/domain/api/route.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { raw, sql } from '../platform/sql.ts';
import { createGatewayHarness, type GatewayHarness, type TestWorkspace } from '../testing/gateway-harness.ts';

let gateway: GatewayHarness;
let workspace: TestWorkspace;
/** Ids of things that exist, by the name under which they travel: some of here, some of another workspace. */
let pool: Record<string, string[]>;
let checksumQuery: string;

/** The same on every run; a failure names the body it shrank to. */
const runs = { seed: 20_261_121, numRuns: 15 };

beforeAll(async () => {
  gateway = await createGatewayHarness();
  const other = await gateway.addWorkspace();
  workspace = await gateway.addWorkspace();
  const [here, there] = await Promise.all([furnish(workspace), furnish(other)]);
  pool = Object.fromEntries(
    Object.keys(here).map((name) => [name, [...(here[name] ?? []), ...(there[name] ?? [])]]),
  );
  checksumQuery = await makeChecksum(gateway.owner(workspace));
});
afterAll(() => gateway?.close());

/** A few of each thing in a workspace. */
async function furnish(place: TestWorkspace): Promise<Record<string, string[]>> {
  const as = place.owner;
  const add = async (path: string, body: object, id: string) =>
    (await gateway.call('POST', path, { as, body })).body[id] as string;
  const person = await gateway.addMember(place);
  const clientIDs = [
    await add('Clients', { clientName: 'A' }, 'clientID'),
    await add('Clients', { clientName: 'B' }, 'clientID'),
  ];
  const projectIDs = [
    await add('Projects', { projectName: 'P', clientID: clientIDs[0] }, 'projectID'),
    await add('Projects', { projectName: 'Q' }, 'projectID'),
  ];
  const entry = (workDate: string) =>
    add('TimeSheet', { projectID: projectIDs[0], workDate, minutes: 60 }, 'timesheetID');
  const members = [as.teamMemberID, as.teamMemberID, person.teamMemberID];
  return {
    clientID: clientIDs,
    projectID: projectIDs,
    activityID: Object.values(place.activityIDs),
    projectTypeID: Object.values(place.typeIDs),
    tags: [await add('Tags', { tagName: 'tag' }, 'tagID')],
    timesheetID: [await entry('2026-11-16'), await entry('2026-11-17'), await entry('2026-11-23')],
    tokenID: [await add('Tokens', { name: 'T', scopes: ['read'] }, 'tokenID')],
    teamMemberID: members,
    uuid: [as.userUuid],
  };
}

/** One number over every row of every table, but for what a refusal may leave: nothing. */
async function makeChecksum(owner: Database): Promise<string> {
  const tables = await owner.rows<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'app' and c.relkind = 'r' order by 1`);
  const sums = tables.map(
    ({ name }) => `coalesce((select sum(hashtextextended(x::text, 0)::numeric) from app.${name} x), 0)`,
  );
  return `select (${sums.join(' + ')})::text as sum`;
}

async function checksum(): Promise<string> {
  const rows = await Promise.all(
    Object.values(gateway.databases).map(({ owner }) =>
      owner.one<{ sum: string }>(sql`${raw(checksumQuery)}`),
    ),
  );
  return rows.map(({ sum }) => sum).join('/');
}

type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  items?: Schema;
  pattern?: string;
  minimum?: number;
  maximum?: number;
};

const junk = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  'x'.repeat(3000),
  '\u0000',
  '\ud800',
  '__proto__',
  "'; drop table app.tenant; --",
  '=cmd()',
  '25:61',
  '2026-02-30',
  '2026-11-21',
  '9999-12-31',
  '0000-01-01',
  -1,
  1e308,
  1.5,
  2 ** 53,
  2_147_483_647,
  true,
  [],
  {},
  [[[[]]]],
  { __proto__: { a: 1 }, constructor: 1 },
  Array(1500).fill(0),
);

/** Which things a field or a path names. */
const kindOf: Record<string, string> = {
  memberIDs: 'teamMemberID',
  managerID: 'teamMemberID',
  approverID: 'teamMemberID',
  activityIDs: 'activityID',
  tagID: 'tags',
  userID: 'uuid',
  actorID: 'uuid',
  Clients: 'clientID',
  Projects: 'projectID',
  Activities: 'activityID',
  TeamMember: 'teamMemberID',
  Tags: 'tags',
  Tokens: 'tokenID',
  Trash: 'timesheetID',
};

const idOf = (name: string): fc.Arbitrary<string> => {
  const known = pool[kindOf[name] ?? name] ?? pool[name];
  const any = fc.nat().map((n) => Object.values(pool).flat()[n % 40] ?? newId());
  return known
    ? fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: any })
    : any;
};
const days = fc.constantFrom('2026-11-16', '2026-11-17', '2026-11-20', '2026-11-22');
const sundays = fc.constantFrom('2026-11-22', '2026-11-22', '2026-11-29');
const words = fc.constantFrom('7:30', '1,5', 'Name', 'ß𝄞 ', 'Another name', 'Europe/Zurich', 'rows');

/** A body, mostly a right one, sometimes with rubbish at one place or one place too many. */
function bodyOf(schema: Schema): fc.Arbitrary<unknown> {
  const well = wellOf(schema, '');
  const broken = fc.tuple(well, fc.nat(), junk).map(([body, where, value]) => breakAt(body, where, value));
  return fc.oneof(
    { weight: 3, arbitrary: well },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: junk },
  );
}

function breakAt(body: unknown, where: number, value: unknown): unknown {
  if (typeof body !== 'object' || body === null) return value;
  const keys = [...Object.keys(body), `unknown${where}`];
  const key = keys[where % keys.length] ?? '';
  const inner = (body as Record<string, unknown>)[key];
  const next =
    typeof inner === 'object' && inner !== null && where % 3 > 0
      ? breakAt(inner, Math.floor(where / 3), value)
      : value;
  return Array.isArray(body) ? Object.assign([...body], { [key]: next }) : { ...body, [key]: next };
}

function wellOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => wellOf(part, name)));
  if (schema.items)
    return fc.uniqueArray(wellOf(schema.items, name), {
      minLength: schema.minItems ?? 0,
      maxLength: schema.maxItems === 7 ? 7 : 3,
    });
  if (schema.properties) return recordOf(schema.properties, schema.required ?? []);
  if (schema.patternProperties) return fc.dictionary(words, junk, { maxKeys: 3 });
  switch ([schema.type].flat()[0]) {
    case 'integer':
    case 'number':
      if (name === 'year') return fc.constant(2026);
      return fc.integer({
        min: schema.minimum ?? -10,
        max: Math.min(schema.maximum ?? 1000, name === 'version' ? 3 : 600),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return stringOf(schema, name);
    default:
      return junk;
  }
}

function stringOf({ pattern = '', maxLength = 99 }: Schema, name: string): fc.Arbitrary<string> {
  if (pattern.startsWith('^[0-9a-f]{8}-')) return idOf(name);
  if (/weekend|^from$|^to$/i.test(name)) return sundays;
  if (pattern.startsWith('^\\d{4}-')) return days;
  if (pattern.startsWith('^(19|20'))
    return fc.constantFrom('2026-11-16T08:00:00Z', '2026-11-20T23:59:59.5+02:00');
  if (pattern.startsWith('^-?(') || pattern.startsWith('^[A-Z]') || pattern.startsWith('^#'))
    return fc.stringMatching(new RegExp(pattern));
  return words.map((word) => word.slice(0, maxLength));
}

function recordOf(properties: Record<string, Schema>, required: string[]): fc.Arbitrary<object> {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, wellOf(part, name)]),
  );
  return fc.record(model, { requiredKeys: required });
}

/** Query parameters: few of them, and a cursor only now and then. */
function queryOf(schema: Schema | undefined): fc.Arbitrary<Record<string, string>> {
  const { cursor, ...rest } = schema?.properties ?? {};
  const some = fc.tuple(recordOf(rest, schema?.required ?? []), fc.nat({ max: 3 }), junk, fc.nat({ max: 9 }));
  return some.map(([query, keep, value, dice]) => {
    const required = new Set(schema?.required ?? []);
    const kept = Object.entries(query).filter(([name], index) => required.has(name) || index < keep);
    if (dice === 0 && kept[0]) kept[0] = [kept[0][0], value];
    if (dice === 1 && cursor) kept.push(['cursor', 'WyJuYW1lIiwiXHUwMDAwIiwieCJd']);
    return Object.fromEntries(
      kept.map(([name, given]) => [name, String(given).toWellFormed().slice(0, 500)]),
    );
  });
}

const routes = Object.entries(gatewayRoutes) as [string, RouteDefinition][];

/** Path parameters: things of here, things of elsewhere, nothing. */
function pathOf(path: string): fc.Arbitrary<string> {
  const group = path.split('/')[1] ?? '';
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const special: Record<string, fc.Arbitrary<string>> = {
    weekEndDate: fc.constantFrom('2026-11-22', '2026-11-29', '2026-11-21', '9999-12-26'),
    year: fc.constantFrom('2026', '0000', '9999'),
  };
  const strange = fc.constantFrom('%00', 'x', '%ED%A0%80', newId());
  const values = names.map((name) => {
    const known = special[name] ?? idOf(name === 'id' ? group : name);
    return fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: strange });
  });
  return fc
    .tuple(...values)
    .map((given) =>
      names.reduce((result, name, index) => result.replace(`:${name}`, given[index] ?? ''), path).slice(1),
    );
}

describe('security 11: generated bodies on every route: never a 500, never a row changed on a refusal', () => {
  test.each(routes)('%s', async (key, row) => {
    const { method, path } = splitRouteKey(key);
    const bodies = row.body ? bodyOf(row.body as Schema) : fc.constant(undefined);
    let before = await checksum();
    await fc.assert(
      fc.asyncProperty(
        pathOf(path),
        bodies,
        queryOf(row.query as Schema | undefined),
        async (url, body, query) => {
          gateway.clock.move(1000);
          const json =
            body === undefined
              ? {}
              : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
          const answer = await gateway.call(method, url, { as: workspace.owner, query, ...json });
          expect({ status: answer.status, text: answer.text }).not.toMatchObject({ status: 500 });
          const after = await checksum();
          expect(answer.status >= 400 ? after : before).toBe(before);
          before = after;
        },
      ),
      { ...runs, endOnFailure: true },
    );
  });

  test('10,000 upserts, a body over 1 MiB, JSON that is none, another content type', async () => {
    const upserts = Array.from({ length: 10_000 }, () => ({
      projectID: newId(),
      workDate: '2026-11-16',
      minutes: 1,
      comment: 'x'.repeat(60),
    }));
    const body = { teamMemberID: workspace.owner.teamMemberID, weekEndDate: '2026-11-22', upserts };
    const send = (payload: unknown, headers = {}) =>
      gateway.call('PUT', 'TimeSheet/SaveWeek', { as: workspace.owner, body: payload, headers });
    expect((await send(body)).status).toBe(413);
    expect((await send({ ...body, upserts: upserts.slice(0, 1001) })).status).toBe(400);
    expect((await send('{"a":', { 'content-type': 'application/json' })).status).toBe(400);
    expect((await send('a=1', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
  });
});
