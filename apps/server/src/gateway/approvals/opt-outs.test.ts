import type { Notification } from '@stint/domain/workspace/notifications.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { Job } from '../../platform/queue/job.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';
import { createBudgetMail } from '../budgets/mail.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { AppMail } from '../mail/app-mail.ts';
import { createDigest } from './digest.ts';
import { reminders } from './reminders.ts';
import { createWeekMail } from './week-mail.ts';

/** Nine in the morning of the Tuesday on which the week to Sunday 15 November is due. */
const dueAt = new Date('2026-11-17T09:00:00Z');
const clock = { now: () => dueAt };
const week = '2026-11-15';

const secretKey = 'k'.repeat(40);
const secrets = createSecrets(Buffer.from(secretKey));

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let ann: TestMember;
let sent: AppMail[];

beforeAll(async () => {
  gateway = await createGatewayHarness({ SECRET_KEY: secretKey, BILLING: 'off' });
});
afterAll(() => gateway?.close());
beforeEach(async () => {
  sent = [];
  workspace = await gateway.addWorkspace();
  ann = await gateway.addMember(workspace, { approverID: workspace.owner.teamMemberID });
  const early = new Date('2026-01-01T00:00:00Z');
  await gateway
    .owner(workspace)
    .run(sql`update app.team_member set created_at = ${early} where tenant_id = ${workspace.tenantId}`);
});

const region = () => {
  const { database, queue } = gateway.databases.us;
  return { code: 'us', database, queue };
};
const mailTools = () => ({
  config: gateway.config,
  secrets,
  clock,
  send: async (mail: AppMail) => void sent.push(mail),
});

/** Switches a kind of mail off, as the settings page does. */
async function switchOff(person: TestMember, name: Notification): Promise<void> {
  const path = `TeamMember/${person.teamMemberID}/Preferences`;
  const body = { notifications: { [name]: false } };
  expect((await gateway.call('PUT', path, { as: person, body })).status).toBe(200);
}

async function reminded(): Promise<string[]> {
  await reminders({ clock, config: gateway.config }).run(region());
  const rows = await gateway
    .owner(workspace)
    .rows<{ who: string }>(
      sql`select team_member_id as who from app.week_reminder where tenant_id = ${workspace.tenantId}`,
    );
  return rows.map(({ who }) => (who === ann.teamMemberID ? 'ann' : 'owner')).toSorted();
}

function run(handler: JobHandler, payload: Record<string, unknown>): Promise<void> {
  return handler({ id: newId(), tenantId: workspace.tenantId, payload } as Job, region());
}

test('reminders that are switched off do not go out', async () => {
  await switchOff(ann, 'reminders');
  await switchOff(workspace.owner, 'weeks');
  expect(await reminded()).toEqual(['owner']);
});

test('a digest that is switched off does not go out', async () => {
  const about = { approverID: workspace.owner.teamMemberID, weekEndDate: week };
  await switchOff(workspace.owner, 'reminders');
  await run(createDigest(mailTools()), about);
  expect(sent.map(({ subject }) => subject)).toEqual(['0 weeks wait for you, 1 is not submitted']);
  await switchOff(workspace.owner, 'digests');
  await run(createDigest(mailTools()), about);
  expect(sent).toHaveLength(1);
});

test('a reminder and a digest that come by themselves name the one click that ends them, and it does', async () => {
  const owner = workspace.owner.teamMemberID;
  await run(createWeekMail(mailTools()), {
    teamMemberID: ann.teamMemberID,
    weekEndDate: week,
    isScheduled: true,
  });
  await run(createDigest(mailTools()), { approverID: owner, weekEndDate: week });
  const addresses = sent.map(({ unsubscribeUrl }) => new URL(unsubscribeUrl ?? '').pathname);
  for (const path of addresses)
    expect((await gateway.call('POST', path.replace('/api/', ''), { body: {} })).status).toBe(200);
  expect(await reminded()).toEqual(['owner']);
  await run(createDigest(mailTools()), { approverID: owner, weekEndDate: week });
  expect(sent).toHaveLength(2);
});

test('a reminder that somebody sends by hand arrives all the same', async () => {
  await switchOff(ann, 'reminders');
  const items = [{ teamMemberID: ann.teamMemberID, weekEndDate: week }];
  const answer = await gateway.call('POST', 'TimeSheet/Remind', { as: workspace.owner, body: { items } });
  expect(answer.body.results[0].isReminded).toBe(true);
  await run(createWeekMail(mailTools()), { ...items[0] });
  expect(sent.map(({ to }) => to)).toEqual([`${ann.teamMemberID}@example.com`]);
});

test.each([
  ['approved', () => ann, () => workspace.owner],
  ['submitted', () => workspace.owner, () => ann],
] as const)(
  'mail about a week that was %s is switched off by the one whom it tells',
  async (kind, told, other) => {
    const about = { teamMemberID: ann.teamMemberID, weekEndDate: week, kind };
    await switchOff(other(), 'weeks');
    await run(createWeekMail(mailTools()), about);
    expect(sent).toHaveLength(1);
    await switchOff(told(), 'weeks');
    await run(createWeekMail(mailTools()), about);
    expect(sent).toHaveLength(1);
  },
);

test('mail about a budget in money goes to the owner where its manager is shown no amounts', async () => {
  const editor = await gateway.addMember(workspace, { role: 'editor' });
  const told = async (managerID: string, budget: object) => {
    const body = { projectName: newId(), managerID, ...budget };
    const { projectID } = (await gateway.call('POST', 'Projects', { as: workspace.owner, body })).body;
    sent = [];
    await run(createBudgetMail(mailTools()), { projectID, percent: 90 });
    return sent.map(({ to }) => to);
  };
  const money = { budgetKind: 'amount', budgetAmount: 100_000 };
  const [annAt, editorAt] = [ann, editor].map(({ teamMemberID }) => `${teamMemberID}@example.com`);
  const ownerAt = await told(workspace.owner.teamMemberID, money);
  expect(ownerAt).toHaveLength(1);
  expect(await told(ann.teamMemberID, money)).toEqual(ownerAt);
  expect(await told(editor.teamMemberID, money)).toEqual(ownerAt);
  expect(await told(ann.teamMemberID, { budgetKind: 'hours', budgetHours: 10 })).toEqual([annAt]);
  await gateway
    .owner(workspace)
    .run(sql`update app.tenant set editors_see_bill_rates = true where tenant_id = ${workspace.tenantId}`);
  expect(await told(editor.teamMemberID, money)).toEqual([editorAt]);
  expect(await told(ann.teamMemberID, money)).toEqual(ownerAt);
});

test('mail about a budget is switched off by the manager, and goes to nobody in their place', async () => {
  const project = await gateway.call('POST', 'Projects', {
    as: workspace.owner,
    body: { projectName: 'Pier', managerID: ann.teamMemberID },
  });
  const about = { projectID: project.body.projectID, percent: 90 };
  await run(createBudgetMail(mailTools()), about);
  expect(sent.map(({ to }) => to)).toEqual([`${ann.teamMemberID}@example.com`]);
  await switchOff(ann, 'budgets');
  await run(createBudgetMail(mailTools()), about);
  expect(sent).toHaveLength(1);
});
