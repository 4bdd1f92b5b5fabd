import { settings } from '@stint/domain/api/gateway/workspace-settings.ts';
import { expect, test } from 'vitest';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';

const desk = openGatewayDesk();

type Field = Exclude<keyof typeof settings.change.properties, 'version'>;
type Row = { right: unknown; wrong: readonly unknown[] };

const long = 'x'.repeat(201);
const rtl = 'שעון';
const noChoice = [null, '', 'other', rtl, long, 1, []];
const noNumber = [null, '', '5', 1.5, -1, 2_147_483_648, [5]];
const noYes = [null, '', 'true', 1, []];
const fullWeek = [480, 480, 480, 480, 480, 0, 0];

/** Of every setting a value that is taken and those that are not: wrong, too long, empty, of another script or kind. */
const ROWS: Record<Field, Row> = {
  currency: { right: 'CHF', wrong: [null, '', 'eur', 'EURO', 'EU', rtl, long, 978] },
  timeZone: { right: 'Asia/Tokyo', wrong: [null, '', 'Europe/Nowhere', rtl, long, 1] },
  durationFormat: { right: 'decimal', wrong: noChoice },
  dateFormat: {
    right: 'D MMM YYYY',
    wrong: [null, '', 'YYYY', 'today', 'DD.MM', 'DD.MM.YYYY <b>', 'DD.MM.YY', rtl, long, 1],
  },
  timeFormat: { right: 'h12', wrong: noChoice },
  numberFormat: { right: 'de-CH', wrong: [null, '', 'no language', '1.234,5', rtl, long, 1] },
  decimalReading: { right: 'minutes', wrong: noChoice },
  weeklyMinutes: { right: 2280, wrong: [...noNumber, 10_081] },
  schedule: {
    right: [480, 480, 480, 480, 360, 0, 0],
    wrong: [
      null,
      '',
      [],
      [480],
      [...fullWeek, 0],
      [-1, 0, 0, 0, 0, 0, 0],
      [1441, 0, 0, 0, 0, 0, 0],
      ['8', 0, 0, 0, 0, 0, 0],
    ],
  },
  approvalsEnabled: { right: false, wrong: noYes },
  submitDueDays: { right: 0, wrong: [...noNumber, 29] },
  requiredFields: {
    right: ['comment', 'tag'],
    wrong: [null, 'comment', ['other'], ['comment', 'comment'], [rtl], ['activity', 'comment', 'tag', 'tag']],
  },
  lockDate: {
    right: '2026-01-31',
    wrong: ['', '2026-02-30', '31.01.2026', '0202-01-01', '2026-01-31T00:00:00Z', rtl, long, 20260131],
  },
  roundingScope: { right: 'entry', wrong: noChoice },
  roundingDirection: { right: 'nearest', wrong: noChoice },
  roundingMinutes: { right: 6, wrong: [...noNumber, 0, 241] },
  editorsSeeBillRates: { right: false, wrong: noYes },
};

const read = async () => (await desk.get('Workspace/Settings')).body;

test('every setting has its row here', () => {
  const { version: _version, ...sent } = settings.change.properties;
  expect(Object.keys(ROWS).toSorted()).toEqual(Object.keys(sent).toSorted());
});

test.each(Object.entries(ROWS))(
  '%s: what is wrong is refused by its name and changes nothing',
  async (field, { right, wrong }) => {
    const before = await read();
    const { version } = before;
    for (const value of wrong) {
      const { status, body } = await desk.put('Workspace/Settings', { [field]: value, version });
      const named = (body.errors ?? []).map((error: { field?: string }) =>
        error.field?.split(/[./]/).find(Boolean),
      );
      expect([value, status, named]).toEqual([value, 400, expect.arrayContaining([field])]);
      expect(body.errors[0].message).toEqual(expect.stringMatching(/\S.{10}/));
    }
    expect(await read()).toEqual(before);
    const { status, body } = await desk.put('Workspace/Settings', { [field]: right, version });
    expect([status, body[field]]).toEqual([200, right]);
  },
);

test('who may not configure, and whoever is of another workspace, changes no setting', async () => {
  const before = await read();
  const [member, editor] = await Promise.all(
    (['member', 'editor'] as const).map((role) => desk.gateway.addMember(desk.workspace, { role })),
  );
  const other = await desk.gateway.addWorkspace();
  for (const [field, { right }] of Object.entries(ROWS)) {
    const body = { [field]: right, version: before.version };
    for (const person of [member, editor])
      expect([field, (await desk.put('Workspace/Settings', body, person)).status]).toEqual([field, 403]);
  }
  await desk.put('Workspace/Settings', { submitDueDays: 9, version: 1 }, other.owner);
  expect(await read()).toEqual(before);
});

test('what is no setting is refused', async () => {
  const { version } = await read();
  expect((await desk.put('Workspace/Settings', { colour: 'red', version })).status).toBe(400);
  expect((await desk.put('Workspace/Settings', { currency: 'CHF' })).status).toBe(400);
});

const putHoliday = (name: string) =>
  desk.put('Workspace/Holidays', { year: 2026, holidays: [{ date: '2026-08-01', name }] });

test.each([
  ['of 60 characters', 'Founders’ day of the harbour and of all its lighthouses, 1899'],
  ['written from right to left', 'יום העצמאות'],
  ['of 200 characters', 'd'.repeat(200)],
])('a holiday with a name %s is taken', async (_what, name) => {
  const { status, body } = await putHoliday(name);
  expect(status).toBe(200);
  expect(body).toContainEqual({ date: '2026-08-01', name });
});

test.each([
  ['too long', 'd'.repeat(201)],
  ['empty', ''],
  ['of blanks', '   '],
])('a holiday with a name %s is refused', async (_what, name) => {
  expect((await putHoliday(name)).status).toBe(400);
});

test('of two who change the holidays of a year at once the second hears of the first', async () => {
  const [first, second] = ['Day one', 'Day two'].map((name, day) => ({ date: `2031-01-0${day + 1}`, name }));
  const put = (holidays: unknown[], believed: unknown[]) =>
    desk.put('Workspace/Holidays', { year: 2031, holidays, believed });
  expect((await put([first], [])).status).toBe(200);
  const refused = await put([second], []);
  expect([refused.status, refused.body.current]).toEqual([409, [first]]);
  expect((await put([first, second], [first])).status).toBe(200);
});
