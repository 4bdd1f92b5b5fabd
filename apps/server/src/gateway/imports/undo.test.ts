import { beforeAll, expect, test, vi } from 'vitest';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { Answer, TestWorkspace } from '../../testing/gateway-harness.ts';
import { linesOfTime } from '../../testing/import-turns.ts';
import { importFile, settledImport } from '../../testing/uploads.ts';
import { findDifferences } from '../total-checks/check.ts';

/** Each file is read in a thread of its own, which a busy machine takes its time to start. */
vi.setConfig({ testTimeout: 300_000 });

const desk = openGatewayDesk();
beforeAll(() => desk.gateway.service.startWorkers());

const [day, sunday] = ['2026-02-03', '2026-02-08'];

/** A workspace of one person, into whose week an hour was imported. */
async function openPlace(choices: object = {}) {
  const place = await desk.gateway.addWorkspace();
  const line = `${day},owner-${place.publicId}@example.com,Acme,Website,Design,,1:00,Logo,`;
  const { importID } = await importFile(desk.gateway, place.owner, linesOfTime(line), choices);
  return { place, importID };
}

async function weekOf({ owner }: TestWorkspace): Promise<Answer['body']> {
  return (await desk.get(`TimeSheet/GetByWeek/${owner.teamMemberID}/${sunday}`, owner)).body.week;
}

async function step(place: TestWorkspace, action: string): Promise<void> {
  const { version } = await weekOf(place);
  const item = { teamMemberID: place.owner.teamMemberID, weekEndDate: sunday, version };
  const more = action === 'Reopen' ? { reason: 'An hour is missing.' } : {};
  const { body } = await desk.post(`TimeSheet/${action}`, { items: [item], ...more }, place.owner);
  expect(body.results[0]).toMatchObject({ status: 200, error: null });
}

async function takeBack({ owner }: TestWorkspace, importID: string): Promise<Answer['body']> {
  expect((await desk.remove(`Imports/${importID}`, owner)).status).toBe(202);
  return settledImport(desk.gateway, owner, importID);
}

async function expectUntouched(place: TestWorkspace, status: string): Promise<void> {
  expect(await weekOf(place)).toMatchObject({ status, totalMinutes: 60 });
  const { tenantId } = place;
  const found = await findDifferences(desk.gateway.owner(place), tenantId);
  expect(found).toEqual({ days: 0, weeks: [], spans: [] });
}

test.each([
  ['waits for a decision', ['Reopen', 'Submit'], 'pending'],
  ['was approved', ['Reopen', 'Submit', 'Approve'], 'approved'],
])(
  'a week that an import closed, and that was reopened and %s since, keeps its time',
  async (_what, steps, status) => {
    const { place, importID } = await openPlace({ closeBefore: '2026-03-01' });
    for (const action of steps) await step(place, action);
    expect(await takeBack(place, importID)).toMatchObject({
      status: 'done',
      error: expect.stringMatching(/^1 weeks with time of this import were submitted or approved since/),
    });
    await expectUntouched(place, status);
  },
);

test('a week that was only reopened since goes back with the import', async () => {
  const { place, importID } = await openPlace({ closeBefore: '2026-03-01' });
  await step(place, 'Reopen');
  expect(await takeBack(place, importID)).toMatchObject({ status: 'undone' });
  expect(await weekOf(place)).toMatchObject({ status: 'open', totalMinutes: 0 });
});

test.each([
  ['an open week', {}, 'open'],
  ['a week that it closed', { closeBefore: '2026-03-01' }, 'approved'],
])(
  'time of an import that is behind the lock date by now stays until that is moved: in %s',
  async (_what, choices, status) => {
    const { place, importID } = await openPlace(choices);
    const lock = async (lockDate: string | null) => {
      const { version } = (await desk.get('Workspace/Settings', place.owner)).body;
      expect((await desk.put('Workspace/Settings', { version, lockDate }, place.owner)).status).toBe(200);
    };
    await lock(day);
    expect(await takeBack(place, importID)).toMatchObject({
      status: 'done',
      error: expect.stringMatching(/^1 entries of this import are behind the lock date/),
    });
    await expectUntouched(place, status);
    await lock('2026-02-02');
    expect(await takeBack(place, importID)).toMatchObject({ status: 'undone' });
  },
);
