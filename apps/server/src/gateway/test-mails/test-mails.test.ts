import { NOTIFICATIONS } from '@stint/domain/workspace/notifications.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { Job } from '../../platform/queue/job.ts';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';
import { clearQueue, queuedJobs } from '../../testing/queued-jobs.ts';
import type { AppMail } from '../mail/app-mail.ts';
import { createTestMail } from './mail.ts';

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let ann: TestMember;

beforeAll(async () => {
  gateway = await createGatewayHarness();
  workspace = await gateway.addWorkspace();
  ann = await gateway.addMember(workspace);
});
afterAll(() => gateway?.close());

const queued = async () =>
  (await queuedJobs(gateway.owner(workspace))).filter(({ kind }) => kind === 'mail.test');

/** What the person gets of what lies in the queue. */
async function deliver(): Promise<AppMail[]> {
  const sent: AppMail[] = [];
  const { database, queue } = gateway.databases.us;
  const send = async (mail: AppMail) => void sent.push(mail);
  const handler = createTestMail({ config: gateway.config, clock: gateway.clock, send });
  for (const job of await queued()) {
    await handler({ ...job, id: newId() } as unknown as Job, { code: 'us', database, queue });
  }
  await clearQueue(gateway.owner(workspace));
  return sent;
}

test.each(NOTIFICATIONS)('%s: to the own address, marked as a test, with its button', async (name) => {
  const answer = await gateway.call('POST', 'TestMails', { as: ann, body: { name } });
  const to = `${ann.teamMemberID}@example.com`;
  expect([answer.status, answer.body]).toEqual([200, { to }]);
  const [mail, ...others] = await deliver();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to, language: 'en', subject: expect.stringMatching(/^Test: \S/) });
  expect(mail?.button?.href).toContain(`//${workspace.slug}.stint.localhost:3000/`);
  expect(mail?.footnote).toContain('Nothing in it has happened');
});

test('a kind that is switched off is sent all the same, in the language of who asks', async () => {
  const path = `TeamMember/${ann.teamMemberID}/Preferences`;
  await gateway.call('PUT', path, { as: ann, body: { notifications: { budgets: false } } });
  await gateway
    .owner(workspace)
    .run(
      sql`update app.team_member set locale = 'de' where tenant_id = ${workspace.tenantId} and id = ${ann.teamMemberID}`,
    );
  await gateway.call('POST', 'TestMails', { as: ann, body: { name: 'budgets' } });
  const [mail] = await deliver();
  expect(mail).toMatchObject({
    language: 'de',
    subject: 'Test: Beispielprojekt hat 80 % seines Budgets verbraucht',
  });
});

test('another kind is refused with what there is', async () => {
  const answer = await gateway.call('POST', 'TestMails', { as: ann, body: { name: 'everything' } });
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'name']);
  expect(await queued()).toEqual([]);
});
