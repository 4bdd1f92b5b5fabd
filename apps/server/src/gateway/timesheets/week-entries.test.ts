import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';
import { unpackEntries } from './week-entries.ts';

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let projectID: string;

const [weekEndDate, monday] = ['2026-11-22', '2026-11-16'];

beforeAll(async () => {
  gateway = await createGatewayHarness();
  workspace = await gateway.addWorkspace();
  projectID = (await owner('POST', 'Projects', { projectName: 'The "Pier" \\ <é>\u2028' })).projectID;
});
afterAll(() => gateway?.close());

const call = async (as: TestMember, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
  const answer = await gateway.call(method, path, { as, ...(body ? { body } : {}) });
  expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text]);
  return answer.body;
};
const owner = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  call(workspace.owner, method, path, body);

/** The entries of a week as the week shows them and as the list of entries does, made by the database. */
async function bothForms(member: TestMember, upserts: object[]): Promise<[week: unknown, list: unknown]> {
  const { teamMemberID } = member;
  const entries = upserts.map((entry) => ({ projectID, workDate: monday, minutes: 60, ...entry }));
  await call(member, 'PUT', 'TimeSheet/SaveWeek', { teamMemberID, weekEndDate, upserts: entries });
  const week = await call(member, 'GET', `TimeSheet/GetByWeek/${teamMemberID}/${weekEndDate}`);
  const list = await call(member, 'GET', `TimeSheet/Entries?teamMemberID=${teamMemberID}&size=200`);
  const byId = (items: { timesheetID: string }[]) =>
    items.toSorted((a, b) => a.timesheetID.localeCompare(b.timesheetID));
  return [byId(week.entries), byId(list)];
}

describe('entries of a week are those of the list of entries, field by field', () => {
  test('with everything an entry may have, and with nothing', async () => {
    const member = await gateway.addMember(workspace);
    const { tagID } = await owner('POST', 'Tags', { tagName: 'Night' });
    const { tagID: second } = await owner('POST', 'Tags', { tagName: 'Rush' });
    const [week, list] = await bothForms(member, [
      {
        activityID: workspace.activityIDs['General'],
        comment: '"quoted" \\ \n\t\u0001 é 🚤',
        tags: [tagID, second],
      },
      { minutes: 0 },
      { minutes: 100, externalRef: '', sortOrder: 7, isBillable: false },
      { minutes: 1, externalRef: 'ref "1"', workDate: '2026-11-22', tags: [tagID] },
      { startedAt: '2026-11-16T08:00:00.25Z', endedAt: '2026-11-16T09:00:00Z' },
    ]);
    expect(week).toHaveLength(5);
    expect(week).toEqual(list);
  });

  test.each([
    ['a separator of values', 'a\u001fb'],
    ['a separator of rows', 'a\u001eb'],
    ['a whole forged row', `a${'\u001f'.repeat(14)}\u001e${'x\u001f'.repeat(21)}`],
  ])('a comment with %s is only a comment', async (_name, comment) => {
    const member = await gateway.addMember(workspace);
    const [week, list] = await bothForms(member, [{ comment }, { comment: 'plain' }]);
    expect(week).toHaveLength(2);
    expect(week).toEqual(list);
  });
});

describe('unpackEntries', () => {
  const shared = { teamMemberID: newId(), weekEndDate, status: 'open' };

  test('no rows are an empty list', () => {
    expect(unpackEntries({ packed: null, count: 0 }, shared)).toBe('[]');
  });

  test('gives up when there are not as many rows or values as were sent', () => {
    const row = Array(22).fill('1').join('\u001f');
    expect(unpackEntries({ packed: `${row}\u001e${row}`, count: 2 }, shared)).not.toBeNull();
    expect(unpackEntries({ packed: `${row}\u001e${row}`, count: 1 }, shared)).toBeNull();
    expect(unpackEntries({ packed: `${row}\u001f1`, count: 1 }, shared)).toBeNull();
    expect(unpackEntries({ packed: null, count: 1 }, shared)).toBeNull();
  });
});
