import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { Answer } from '../../testing/gateway-harness.ts';
import { untilWaiting } from '../../testing/waiting.ts';
import { findDifferences } from '../total-checks/check.ts';

const desk = openGatewayDesk();
const weeks = ['2026-11-08', '2026-11-15'] as const;
const dayOf = { [weeks[0]]: '2026-11-03', [weeks[1]]: '2026-11-10' };
let projectID: string;

const save = (weekEndDate: (typeof weeks)[number], timesheetID: string, minutes: number) =>
  desk.put('TimeSheet/SaveWeek', {
    teamMemberID: desk.owner.teamMemberID,
    weekEndDate,
    upserts: [{ timesheetID, projectID, workDate: dayOf[weekEndDate], minutes }],
  });

const week = async (weekEndDate: string) => {
  const { body } = await desk.get(`TimeSheet/GetByWeek/${desk.owner.teamMemberID}/${weekEndDate}`);
  return [body.week.totalMinutes, body.entries.map((entry: { minutes: number }) => entry.minutes).sort()];
};

beforeAll(async () => {
  projectID = (await desk.post('Projects', { projectName: 'Harbour' })).body.projectID;
  for (const weekEndDate of weeks) await save(weekEndDate, newId(), 10);
});

test('an id that two tabs send new for two weeks at once stays in the week that had it first', async () => {
  const database = desk.gateway.owner(desk.workspace);
  const id = newId();
  let answers: Promise<Answer>[] = [];
  // Whoever counts waits for this: the first has stored its entry by then, and the second meets it before it is committed.
  await database.transaction(async (tx) => {
    await tx.run(sql`select from app.tenant where tenant_id = ${desk.workspace.tenantId} for update`);
    answers = [save(weeks[0], id, 20)];
    await untilWaiting(database, 1);
    answers.push(save(weeks[1], id, 40));
    await untilWaiting(database, 2);
  });
  const [first, second] = await Promise.all(answers);
  expect([first?.status, second?.status, second?.body.errors?.[0].code]).toEqual([
    200,
    409,
    'version_conflict',
  ]);
  expect([await week(weeks[0]), await week(weeks[1])]).toEqual([
    [30, [10, 20]],
    [10, [10]],
  ]);
  expect(await findDifferences(database, desk.workspace.tenantId)).toEqual({ days: 0, weeks: [], spans: [] });
});
