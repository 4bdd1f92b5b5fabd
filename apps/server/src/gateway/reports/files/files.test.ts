import type { ReportFile } from '@stint/domain/api/gateway/report-files.ts';
import { parse } from 'csv-parse/sync';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { drawPng } from '../../../platform/png.fixture.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../../testing/gateway-harness.ts';
import { minutesOfCell, openPdf, openXlsx } from './readers.fixture.ts';

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let owner: TestMember;
let member: TestMember;
const range = { from: '2026-10-05', to: '2026-10-18' };
const hostile = '=HYPERLINK("http://evil.example";"x")\n"quoted", \\, Ž 王 🛠';
const sheetName = 'Zoë Žižková';

async function post(path: string, body: object, as = owner) {
  const answer = await gateway.call('POST', path, { as, body });
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.body;
}

beforeAll(async () => {
  gateway = await createGatewayHarness();
  workspace = await gateway.addWorkspace();
  owner = workspace.owner;
  member = await gateway.addMember(workspace);
  const person = { version: 1, firstName: 'Zoë', lastName: 'Žižková' };
  await gateway.call('PUT', `TeamMember/${member.teamMemberID}`, { as: owner, body: person });
  const { clientID } = await post('Clients', { clientName: 'Harbour, Ltd.', currency: 'EUR' });
  const { projectID } = await post('Projects', {
    projectName: '-Pier "7"',
    clientID,
    rateMode: 'project',
    hourlyRate: 9050,
  });
  const cost = { teamMemberID: member.teamMemberID, kind: 'cost', amount: 4000, currency: 'EUR' };
  await post('Rates', { ...cost, effectiveFrom: '2026-01-01' });
  const { tagID } = await post('Tags', { tagName: 'red, or blue' });
  const add = (more: object, as: TestMember) =>
    post('TimeSheet', { projectID, activityID: workspace.activityIDs['Meeting'], ...more }, as);
  await add({ workDate: '2026-10-05', minutes: 90, comment: hostile, tags: [tagID] }, member);
  await add({ workDate: '2026-10-05', minutes: 25 }, member);
  await add({ workDate: '2026-10-06', minutes: 1440 }, member);
  await add({ workDate: '2026-10-13', minutes: 1, comment: '@me', isBillable: false }, member);
  await add(
    {
      workDate: '2026-10-07',
      startedAt: '2026-10-07T08:00:00Z',
      endedAt: '2026-10-07T08:45:00Z',
      minutes: 45,
    },
    owner,
  );
  await add({ workDate: '2026-11-07', minutes: 5 }, owner);
  gateway.service.startWorkers();
});
// Each test begins with full buckets: the limits have tests of their own.
beforeEach(() => gateway.clock.move(120_000));
afterAll(() => gateway?.close());

const begin = (file: Partial<ReportFile>, as = owner) =>
  gateway.call('POST', 'Reports/Files', { as, body: { of: 'entries', form: 'csv', ...range, ...file } });

/** Asks for a file and waits for it. */
async function make(file: Partial<ReportFile>, as = owner) {
  const begun = await begin(file, as);
  expect([begun.status, begun.body.kind]).toEqual([202, 'report']);
  const id = begun.body.longWorkID;
  const state = async () => (await gateway.call('GET', `LongWork/${id}`, { as })).body;
  await expect.poll(async () => (await state()).status, { timeout: 60_000 }).not.toMatch(/queued|running/);
  const work = await state();
  const headers = await gateway.headersOf(as);
  const url = `/api/LongWork/${id}/File`;
  const answer = await gateway.app.inject({ method: 'GET', url, headers });
  return { work, bytes: answer.rawPayload, text: answer.payload, headers: answer.headers };
}

describe('CSV, read by another library', () => {
  test('every entry once, nothing that a table program runs, and fields as they were typed', async () => {
    const { text, work, headers } = await make({});
    expect(work).toMatchObject({ status: 'done', result: { entries: 5, minutes: 1601 } });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatchObject({
      Date: '2026-10-05',
      Person: sheetName,
      Client: 'Harbour, Ltd.',
      Project: `'-Pier "7"`,
      Activity: 'Meeting',
      Tags: 'red, or blue',
      Comment: `'${hostile}`,
      Hours: '1.5',
      Minutes: '90',
      Billable: 'yes',
    });
    expect(rows.some((row) => 'Amount' in row)).toBe(false);
  });

  test('with the chosen columns, semicolons, decimal commas, without a mark, in German', async () => {
    const { bytes, text } = await make({
      columns: ['hours', 'date', 'amount'],
      withMoney: true,
      delimiter: ';',
      decimal: ',',
      bom: false,
      language: 'de',
    });
    expect(bytes[0]).not.toBe(0xef);
    expect(text.split('\r\n').slice(0, 2)).toEqual(['Datum;Stunden;Betrag', '2026-10-05;1,5;135,75']);
  });

  test('the lines of a report with their groups', async () => {
    const { text } = await make({ of: 'lines', groupBy: ['person', 'day'], withMoney: true });
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
    expect(rows[0]).toEqual({
      Person: sheetName,
      Day: '2026-10-05',
      Hours: '1.9167',
      Billable: '1.9167',
      'Amount EUR': '173.46',
      'Cost EUR': '76.67',
    });
    expect(rows).toHaveLength(4);
  });

  test('a column for each day, with what is rounded beside what was recorded', async () => {
    const rounding = { stepMinutes: 15, direction: 'up', scope: 'entry' } as const;
    const { text, work } = await make({ of: 'pivot', groupBy: ['day', 'person', 'activity'], rounding });
    expect(work.fileName).toMatch(/-report-by-date-2026-10-05-to-2026-10-18\.csv$/);
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
    expect(Object.keys(rows[0] ?? {})).toHaveLength(2 + 2 * 14 + 2);
    expect(rows[0]).toMatchObject({
      Person: sheetName,
      Activity: 'Meeting',
      '2026-10-05': '1.9167',
      '2026-10-05 (Rounded)': '2',
      '2026-10-13': '0.0167',
      '2026-10-13 (Rounded)': '0.25',
      '2026-10-14': '0',
      Total: '25.9333',
      'Total (Rounded)': '26.25',
    });
    expect(rows).toHaveLength(2);
  });

  test('people against what is expected of them, also as XLSX with its sums', async () => {
    const { text } = await make({ of: 'people' });
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
    expect(rows.find(({ Person }) => Person === sheetName)).toEqual({
      Person: sheetName,
      Expected: '80',
      Recorded: '25.9333',
      Billable: '25.9167',
      'Days without time': '7',
      'Last day with time': '2026-10-13',
    });
    const { head, rows: cells } = await openXlsx((await make({ of: 'people', form: 'xlsx' })).bytes);
    expect(minutesOfCell(cells.at(-1)?.[head.indexOf('Recorded')])).toBe(1601);
  });
});

describe('XLSX, read by another library', () => {
  test('dates are dates, hours are times that add up, texts are texts', async () => {
    const { bytes } = await make({ form: 'xlsx', withMoney: true });
    const { head, rows, formats } = await openXlsx(bytes);
    const at = (name: string) => head.indexOf(name);
    expect(rows).toHaveLength(6);
    const [first = [], last = []] = [rows[0], rows.at(-1)];
    expect(first[at('Date')]).toEqual(new Date('2026-10-05'));
    expect(minutesOfCell(first[at('Hours')])).toBe(90);
    expect(minutesOfCell(last[at('Hours')])).toBe(1601);
    expect(first[at('Comment')]).toBe(`'${hostile}`);
    expect(first[at('Amount')]).toBe(135.75);
    expect(last[0]).toBe('Total');
    expect(formats).toEqual(expect.arrayContaining(['yyyy-mm-dd', '[h]:mm']));
    const timed = rows.find((row) => row[at('Start')] !== null);
    expect(minutesOfCell(timed?.[at('End')]) - minutesOfCell(timed?.[at('Start')])).toBe(45);
  });
});

describe('PDF, read by another library', () => {
  test('a timesheet of a person, with weeks, total and two lines to sign', async () => {
    const { bytes, work } = await make({
      of: 'timesheet',
      form: 'pdf',
      teamMemberID: member.teamMemberID,
      paper: 'Letter',
    });
    expect(work.fileName).toMatch(/-timesheet-zoë-žižková-2026-10-05-to-2026-10-18\.pdf$/);
    const { text, pages, size } = await openPdf(bytes);
    expect([pages, size]).toEqual([1, [612, 792]]);
    for (const part of [
      `Timesheet: ${sheetName}`,
      'Week 2026-10-05 – 2026-10-11 · open',
      'Harbour, Ltd. › -Pier "7"',
      'Total: 25:56',
      `Date, Signature (${sheetName})`,
      'Signature of the approver',
      'Page 1 of 1',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('0:45');
  });

  test('the logo of the workspace stands on what is printed', async () => {
    const sheet: Partial<ReportFile> = { of: 'timesheet', form: 'pdf', teamMemberID: member.teamMemberID };
    const pictures = async () =>
      (await make(sheet)).bytes.toString('latin1').split('/Subtype /Image').length - 1;
    expect(await pictures()).toBe(0);
    const png = drawPng({ width: 60, height: 20 }).toString('base64');
    await gateway.call('PUT', 'Workspace/Logo', { as: owner, body: { png } });
    expect(await pictures()).toBeGreaterThan(0);
    await gateway.call('DELETE', 'Workspace/Logo', { as: owner });
  });

  test('dates, times, numbers and hours on paper are written as the workspace has set', async () => {
    const set = async (how: object) => {
      const { version } = (await gateway.call('GET', 'Workspace/Settings', { as: owner })).body;
      const answer = await gateway.call('PUT', 'Workspace/Settings', {
        as: owner,
        body: { ...how, version },
      });
      expect(answer.status).toBe(200);
    };
    await set({
      dateFormat: 'DD.MM.YYYY',
      timeFormat: 'h12',
      numberFormat: 'de',
      durationFormat: 'decimal',
    });
    const teamMemberID = member.teamMemberID;
    const sheet: Partial<ReportFile> = { of: 'timesheet', form: 'pdf', teamMemberID };
    const report: Partial<ReportFile> = { of: 'lines', form: 'pdf', groupBy: ['day'], withMoney: true };
    const entries: Partial<ReportFile> = {
      of: 'entries',
      form: 'pdf',
      columns: ['date', 'start', 'hours', 'amount'],
      withMoney: true,
    };
    const texts = [];
    for (const asked of [sheet, report, entries]) texts.push((await openPdf((await make(asked)).bytes)).text);
    await set({
      dateFormat: 'YYYY-MM-DD',
      timeFormat: 'h23',
      numberFormat: 'en-US',
      durationFormat: 'clock',
    });
    expect(texts[0]).toContain('Week 05.10.2026 – 11.10.2026 · open');
    expect(texts[0]).toContain('Total: 25,93');
    expect(texts[1]).toContain('05.10.2026');
    expect(texts[1]).toMatch(/\d,\d\d/);
    expect(texts[2]).toContain('135,75');
    expect(texts[2]).toMatch(/07\.10\.2026 \d{1,2}:00 [AP]M/);
    for (const text of texts) expect(text).not.toMatch(/2026-10|\d:\d\d(?! [AP]M)/);
  });

  test('a report with what it is about, its groups and figures, over many pages', async () => {
    const { bytes } = await make({
      of: 'lines',
      form: 'pdf',
      groupBy: ['client', 'person', 'day'],
      withMoney: true,
      language: 'de',
      about: 'Ohne Entwürfe',
    });
    const { text, size } = await openPdf(bytes);
    expect(size.map(Math.round)).toEqual([595, 842]);
    for (const part of [
      'Bericht',
      'Ohne Entwürfe',
      'Stunden im Verlauf',
      'Harbour, Ltd.',
      '26:41',
      'Seite 1 von 1',
    ])
      expect(text).toContain(part);
  });

  test('entries as a list', async () => {
    const { text } = await openPdf((await make({ form: 'pdf' })).bytes);
    for (const part of ['Entries', sheetName, '24:00', '26:41']) expect(text).toContain(part);
  });
});

test('JSON says what was asked for, every entry and the total', async () => {
  const filters = [{ field: 'billable' as const, is: 'is' as const, value: true }];
  const { text } = await make({ form: 'json', filters, about: 'Only billable' });
  const file = JSON.parse(text);
  expect(file).toMatchObject({
    ...range,
    filters,
    about: 'Only billable',
    totals: { entries: 4, minutes: 1600 },
  });
  expect(file.entries[0]).toMatchObject({ comment: hostile, tags: ['red, or blue'], minutes: 90 });
  expect(file.entries).toHaveLength(4);
});

test('iCalendar: an event for each entry, read by another library', async () => {
  const { text } = await make({ form: 'ics' });
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  expect(events).toHaveLength(5);
  expect(events.map((event) => event.getFirstPropertyValue('description')).filter(Boolean)).toContain(
    hostile,
  );
  const timed = events.map((event) => new ICAL.Event(event)).find(({ startDate }) => !startDate.isDate);
  expect(timed?.duration.toSeconds()).toBe(45 * 60);
});

test('as Toggl takes it: time without a clock stands one behind the other, so that no two rows are the same', async () => {
  const { text } = await make({ form: 'toggl' });
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
  expect(rows.slice(0, 3).map((row) => [row['Start date'], row['Start time'], row['Duration']])).toEqual([
    ['2026-10-05', '09:00:00', '01:30:00'],
    ['2026-10-05', '10:30:00', '00:25:00'],
    ['2026-10-06', '09:00:00', '24:00:00'],
  ]);
  expect(rows.find((row) => row['Start time'] === '08:00:00')).toMatchObject({
    'End time': '08:45:00',
    Email: expect.stringContaining('@'),
    Task: 'Meeting',
  });
});

test('as Harvest takes it: its columns in its order', async () => {
  const { text } = await make({ form: 'harvest' });
  const [head, first] = parse(text, { bom: true }) as string[][];
  expect(head).toEqual(['Date', 'Client', 'Project', 'Task', 'Notes', 'Hours', 'First name', 'Last name']);
  expect(first?.slice(5)).toEqual(['1.5', 'Zoë', 'Žižková']);
});

describe('who may have what', () => {
  test('a member gets the own entries, without amounts and without a colleague’s sheet', async () => {
    const { text, work } = await make({ withMoney: true }, member);
    expect(work.result).toEqual({ entries: 4, minutes: 1556 });
    expect(text.split('\r\n')[0]).not.toMatch(/Amount|Cost/);
    const lines = await make({ of: 'lines', groupBy: ['project'], withMoney: true }, member);
    expect(lines.text).not.toMatch(/Amount|Cost/);
    const sheet = { of: 'timesheet', form: 'pdf', teamMemberID: owner.teamMemberID } as const;
    expect((await begin(sheet, member)).status).toBe(404);
  });

  test('nobody sees addresses of others but who manages people', async () => {
    const editor = await gateway.addMember(workspace, { role: 'editor' });
    await gateway
      .call('PUT', `TeamMember/${member.teamMemberID}`, {
        as: owner,
        body: { version: 2, approverID: editor.teamMemberID },
      })
      .then(({ status, text }) => expect([status, text]).toEqual([200, expect.any(String)]));
    const { text } = await make({ columns: ['email', 'person'] }, editor);
    expect(text).toContain(sheetName);
    expect(text).not.toContain('@example.com');
  });

  test('another workspace finds nothing, whatever ids it names', async () => {
    const other = (await gateway.addWorkspace()).owner;
    const sheet = { of: 'timesheet', form: 'pdf', teamMemberID: member.teamMemberID } as const;
    expect((await begin(sheet, other)).status).toBe(404);
    const filters = [{ field: 'person' as const, is: 'is' as const, values: [member.teamMemberID] }];
    expect((await make({ filters }, other)).work.result).toEqual({ entries: 0, minutes: 0 });
  });
});

test.each([
  ['a form that there is not', { of: 'timesheet', form: 'csv' }, 'form'],
  ['an end before its beginning', { from: '2026-11-02', to: '2026-11-01' }, 'to'],
] as const)('%s is refused by its field', async (_name, file, field) => {
  const answer = await begin(file);
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
});
