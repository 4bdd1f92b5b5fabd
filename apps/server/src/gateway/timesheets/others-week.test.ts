import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { Answer, TestMember } from '../../testing/gateway-harness.ts';

const desk = openGatewayDesk();
const { get, post, put } = desk;

const weekEndDate = '2026-11-22';
const workDate = '2026-11-16';
let ann: TestMember;
let bob: TestMember;
let projectID: string;
let entry: Answer['body'];

beforeAll(async () => {
  ann = await desk.gateway.addMember(desk.workspace);
  bob = await desk.gateway.addMember(desk.workspace, { createEditTime: true });
  projectID = (await post('Projects', { projectName: newId() })).body.projectID;
  entry = (await post('TimeSheet', { projectID, workDate, hours: 3, comment: 'Dentist' }, ann)).body;
});

describe('security 10: who may not write in a week is told nothing of it by being refused', () => {
  const saves: [string, () => object][] = [
    ['a stale removal', () => ({ deletes: [{ timesheetID: entry.timesheetID, version: 77 }] })],
    [
      'a stale change',
      () => ({ upserts: [{ timesheetID: entry.timesheetID, version: 77, projectID, workDate, minutes: 1 }] }),
    ],
    ['another entry', () => ({ upserts: [{ projectID, workDate, minutes: 1 }] })],
    [
      'a cell that is believed empty',
      () => ({ cells: [{ projectID, activityID: null, workDate, believed: [] }] }),
    ],
    ['nothing', () => ({})],
  ];
  const save = (as: TestMember, body: object) =>
    put('TimeSheet/SaveWeek', { teamMemberID: ann.teamMemberID, weekEndDate, upserts: [], ...body }, as);
  const told = ({ status, body, text }: Answer) => [status, body.errors?.[0].code, text.includes('Dentist')];

  test.each(saves)('%s: the same while it is open and once it waits for a decision', async (_what, body) => {
    expect(told(await save(bob, body()))).toEqual([403, 'forbidden', false]);
    const { version } = (await get(`TimeSheet/GetByWeek/${ann.teamMemberID}/${weekEndDate}`, ann)).body.week;
    const items = [{ teamMemberID: ann.teamMemberID, weekEndDate, version }];
    expect((await post('TimeSheet/Submit', { items }, ann)).body.results[0].status).toBe(200);
    expect(told(await save(bob, body()))).toEqual([403, 'forbidden', false]);
    expect(told(await save(desk.owner, body()))).toEqual([422, 'week_locked', false]);
    const submitted = [{ ...items[0], version: version + 1 }];
    expect((await post('TimeSheet/Withdraw', { items: submitted }, ann)).body.results[0].status).toBe(200);
  });

  test('who may is shown what somebody else changed meanwhile', async () => {
    const stale = { deletes: [{ timesheetID: entry.timesheetID, version: 77 }] };
    expect(told(await save(desk.owner, stale))).toEqual([409, 'version_conflict', true]);
    expect(told(await save(desk.other.owner, stale))).toEqual([404, 'not_found', false]);
  });

  test('who manages a project writes what others have on it, and nothing else of theirs', async () => {
    const editor = await desk.gateway.addMember(desk.workspace, { role: 'editor', createEditTime: true });
    const managerID = editor.teamMemberID;
    const { body: managed } = await post('Projects', { projectName: newId(), managerID });
    const add = (id: string) => ({ upserts: [{ projectID: id, workDate, minutes: 30 }] });
    expect((await save(editor, add(managed.projectID))).status).toBe(200);
    expect((await save(editor, add(projectID))).status).toBe(403);
    expect((await save(editor, {})).status).toBe(403);
  });
});
