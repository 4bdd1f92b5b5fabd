import { entities } from '@stint/domain/api/gateway/entities.ts';
import { type CatalogName, catalog } from '@stint/domain/workspace/catalog.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let owner: TestMember;
let editor: TestMember;

beforeAll(async () => {
  gateway = await createGatewayHarness();
  workspace = await gateway.addWorkspace();
  owner = workspace.owner;
  editor = await gateway.addMember(workspace, { role: 'editor' });
});
beforeEach(() => gateway.clock.move(60_000));
afterAll(() => gateway?.close());

/** A value for each field that only some people are shown or may send; a field that is new needs one here. */
const values: Record<string, unknown> = {
  defaultRate: 1200,
  hourlyRate: 1300,
  rateMode: 'project',
  budgetAmount: 140_000,
  activityRates: [],
};

const names = Object.keys(catalog) as CatalogName[];
const fieldsOf = (name: CatalogName) =>
  Object.entries(entities[name].fields).map(([field, about]) => ({ name, field, ...about }));
const guarded = names.flatMap(fieldsOf).filter(({ seenBy, writtenBy }) => seenBy || writtenBy);

async function add(name: CatalogName, more: object = {}) {
  const { path, label } = catalog[name];
  const answer = await gateway.call('POST', path, { as: owner, body: { [label]: newId(), ...more } });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

describe('the description of a field decides', () => {
  test('that there are such fields', () => {
    expect(guarded.map(({ field }) => field).sort()).toEqual(Object.keys(values).sort());
  });

  test.each(guarded)(
    'who is shown $field, and who may send it',
    async ({ name, field, seenBy, writtenBy }) => {
      const { path, id } = catalog[name];
      const made = await add(name, { [field]: values[field] });
      const url = `${path}/${made[id]}`;
      expect(made[field]).toEqual(values[field]);
      const seen = (await gateway.call('GET', url, { as: editor })).body[field];
      const actor = { teamMemberID: editor.teamMemberID, role: 'editor' as const };
      const isSeen = seenBy === undefined || can(actor, seenBy);
      expect(seen).toEqual(isSeen || Array.isArray(values[field]) ? values[field] : null);
      const body = { version: made.version, [field]: values[field] };
      const status = writtenBy === undefined || can(actor, writtenBy) ? 200 : 403;
      expect((await gateway.call('PUT', url, { as: editor, body })).status).toBe(status);
    },
  );
});

describe.each(names)('a changed %s', (name) => {
  test('is in the audit with what it was before, by the names that the wire has for it', async () => {
    const { path, id, label } = catalog[name];
    const made = await add(name);
    const body = { version: 1, [label]: `${made[label]} 2` };
    await gateway.call('PUT', `${path}/${made[id]}`, { as: owner, body });
    const query = { entity: name, entityID: made[id] };
    const audit = (await gateway.call('GET', 'Audit', { as: owner, query })).body;
    expect(audit).toMatchObject([
      { action: 'changed', before: { [label]: made[label] }, after: { [label]: body[label] } },
      { action: 'created', before: null, after: { [label]: made[label] } },
    ]);
  });
});

test('hours of a budget are in the audit as hours, before and after', async () => {
  const made = await add('project', { budgetKind: 'hours', budgetHours: 1.5 });
  const url = `Projects/${made.projectID}`;
  await gateway.call('PUT', url, { as: owner, body: { version: 1, budgetHours: 2.25 } });
  const query = { entity: 'project', entityID: made.projectID };
  const [changed] = (await gateway.call('GET', 'Audit', { as: owner, query })).body;
  expect([changed.before, changed.after]).toEqual([{ budgetHours: 1.5 }, { budgetHours: 2.25 }]);
  const { minutes } = await gateway.owner(workspace).one<{ minutes: number }>(sql`
    select budget_minutes as minutes from app.project where tenant_id = ${workspace.tenantId} and id = ${made.projectID}`);
  expect(minutes).toBe(135);
});

test('a tag is archived by its field and comes back by it', async () => {
  const made = await add('tag');
  const put = (body: object) => gateway.call('PUT', `Tags/${made.tagID}`, { as: owner, body });
  const isListed = async (archived: string) =>
    (await gateway.call('GET', 'Tags', { as: owner, query: { archived } })).body.some(
      (each: { tagID: string }) => each.tagID === made.tagID,
    );
  expect((await put({ version: 1, isArchived: true })).body).toMatchObject({ isArchived: true, version: 2 });
  expect([await isListed('false'), await isListed('true')]).toEqual([false, true]);
  expect((await put({ version: 2, isArchived: false })).body).toMatchObject({ isArchived: false });
  const adding = { tagName: newId(), isArchived: true };
  expect((await gateway.call('POST', 'Tags', { as: owner, body: adding })).status).toBe(400);
});

test('webhooks are not told what only some people are shown', async () => {
  const place = await gateway.addWorkspace();
  await gateway.owner(place).run(sql`
    insert into app.webhook (tenant_id, id, url, secret, events, created_at, updated_at)
    values (${place.tenantId}, ${newId()}, 'https://example.com/', 'x', ${['project.changed']}, now(), now())`);
  const body = { projectName: 'Priced', rateMode: 'project', hourlyRate: 54_321 };
  await gateway.call('POST', 'Projects', { as: place.owner, body });
  const [event] = await gateway.owner(place).rows<{ project: Record<string, unknown> }>(sql`
    select payload->'data'->'data'->'project' as project from graphile_worker._private_jobs
    where payload->>'tenantId' = ${place.tenantId}`);
  expect(event?.project).toMatchObject({ projectName: 'Priced' });
  const told = Object.keys(event?.project ?? {});
  const hidden = fieldsOf('project').flatMap(({ field, seenBy }) => (seenBy ? [field] : []));
  expect(told.filter((field) => hidden.includes(field))).toEqual([]);
});
