import { expect, test } from 'vitest';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';

const desk = openGatewayDesk();
const { post, put } = desk;

async function newEntry(fields: object): Promise<{ timesheetID: string; version: number; minutes: number }> {
  const { projectID } = (await post('Projects', { projectName: `Spans ${Math.random()}` })).body;
  const made = await post('TimeSheet', { projectID, workDate: '2026-11-16', ...fields });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return made.body;
}

const nine = { startedAt: '2026-11-16T09:00:00Z', endedAt: '2026-11-16T10:00:00Z' };

test('times alone bring their minutes; more than a day, or neither times nor hours, is refused', async () => {
  expect(await newEntry(nine)).toMatchObject({ minutes: 60 });
  const { projectID } = (await post('Projects', { projectName: 'Refused' })).body;
  const tooLong = { projectID, workDate: '2026-11-16', ...nine, endedAt: '2026-11-17T09:01:00Z' };
  const refused = await post('TimeSheet', tooLong);
  expect([refused.status, refused.body.error.type, refused.body.errors[0].field]).toEqual([
    400,
    'hours_invalid',
    'endedAt',
  ]);
  expect((await post('TimeSheet', { projectID, workDate: '2026-11-16' })).body.errors[0].message).toBe(
    'Send hours or minutes, or startedAt and endedAt.',
  );
});

test('a change of minutes in the grid moves the end of an entry with times, one of the comment does not', async () => {
  const { timesheetID, version } = await newEntry({ ...nine, minutes: 60 });
  const saved = await put('TimeSheet/SaveWeek', {
    teamMemberID: desk.owner.teamMemberID,
    weekEndDate: '2026-11-22',
    upserts: [
      {
        timesheetID,
        version,
        projectID: (await entry(timesheetID)).projectID,
        workDate: '2026-11-16',
        hours: '1:30',
      },
    ],
  });
  expect([saved.status, saved.text]).toEqual([200, expect.any(String)]);
  expect(await entry(timesheetID)).toMatchObject({ minutes: 90, endedAt: '2026-11-16T10:30:00.000Z' });
  await put(`TimeSheet/${timesheetID}`, { version: version + 1, comment: 'Words', minutes: 90 });
  expect(await entry(timesheetID)).toMatchObject({ ...nineThirty, comment: 'Words' });
});

const nineThirty = { startedAt: '2026-11-16T09:00:00.000Z', endedAt: '2026-11-16T10:30:00.000Z' };

test('other times bring other minutes; taken away, they leave the minutes', async () => {
  const { timesheetID, version } = await newEntry(nine);
  await put(`TimeSheet/${timesheetID}`, { version, endedAt: '2026-11-16T10:30:00Z' });
  expect(await entry(timesheetID)).toMatchObject({ minutes: 90, ...nineThirty });
  await put(`TimeSheet/${timesheetID}`, { version: version + 1, startedAt: null, endedAt: null });
  expect(await entry(timesheetID)).toMatchObject({ minutes: 90, startedAt: null, endedAt: null });
});

test('another day takes the times along, by the clock of the person whose time it is', async () => {
  await put(`TeamMember/${desk.owner.teamMemberID}`, {
    version: (await desk.get(`TeamMember/${desk.owner.teamMemberID}`)).body.version,
    timeZone: 'America/New_York',
  });
  // On Friday it is 9:00 at UTC-4, on Monday, after the clock was put back, at UTC-5.
  const { timesheetID, version } = await newEntry({
    workDate: '2026-10-30',
    startedAt: '2026-10-30T13:00:00Z',
    endedAt: '2026-10-30T14:00:00Z',
  });
  await put(`TimeSheet/${timesheetID}`, { version, workDate: '2026-11-02' });
  expect(await entry(timesheetID, '2026-11-08')).toMatchObject({
    workDate: '2026-11-02',
    minutes: 60,
    startedAt: '2026-11-02T14:00:00.000Z',
    endedAt: '2026-11-02T15:00:00.000Z',
  });
});

type Entry = { timesheetID: string; projectID: string; startedAt: string | null; endedAt: string | null };

/** The entry as its week shows it now; instants in one form. */
async function entry(timesheetID: string, weekEnd = '2026-11-22') {
  const { body } = await desk.get(`TimeSheet/GetByWeek/${desk.owner.teamMemberID}/${weekEnd}`);
  const found: Entry = body.entries.find((one: Entry) => one.timesheetID === timesheetID);
  return { ...found, startedAt: utc(found.startedAt), endedAt: utc(found.endedAt) };
}

function utc(instant: string | null): string | null {
  return instant && new Date(instant).toISOString();
}
