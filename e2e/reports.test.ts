import { formatRangeChoice } from '@stint/domain/time/date-range.ts';
import { addDays } from '@stint/domain/time/plain-date.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPdf } from '../apps/server/src/gateway/reports/files/readers.fixture.ts';
import { inspect, settled, type Visitor } from './harness.ts';
import { addTime, ask, openStudio, type Studio } from './studio.ts';

let studio: Studio;
let owner: Visitor;
let link: string;

beforeAll(async () => {
  studio = await openStudio();
  owner = await studio.visitor();
  await studio.signIn(owner.page, 'marcus');
}, 300_000);

afterAll(() => studio?.close());

/** One report from its first save to the end of its link; each step begins where the one before ended. */
test('a report is saved, pinned, and opened again with what it asks', async () => {
  const { page } = owner;
  await page.goto(`${studio.workspace}/reports?by=project.person&range=lastMonth`);
  await page.getByRole('row', { name: /^Total/ }).waitFor();
  await page.getByRole('button', { name: 'Save report' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Last month by project');
  await dialog.getByLabel('Pin it above the reports').check();
  await dialog.getByLabel('Share it with the team').check();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Actions for Last month by project' }).waitFor();
  expect.soft(await inspect(page, '90-report-saved')).toEqual([]);
  await page.goto(`${studio.workspace}/reports`);
  await page.getByRole('button', { name: 'Last month by project' }).click();
  await page.getByText('Last month, by project, person', { exact: true }).waitFor();
});

test('its link shows a stranger what was chosen', async () => {
  const { page } = owner;
  await page.getByRole('button', { name: 'Actions for Last month by project' }).click();
  await page.getByRole('menuitem', { name: 'Link for people outside' }).click();
  const dialog = page.getByRole('dialog');
  expect.soft(await inspect(page, '91-report-link')).toEqual([]);
  await dialog.getByRole('button', { name: 'Make link' }).click();
  link = await dialog.getByLabel('Address').inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const total = await page
    .getByRole('row', { name: /^Total/ })
    .getByRole('button')
    .textContent();
  const stranger = await studio.visitor({ width: 390, height: 844 });
  await stranger.page.goto(link);
  await stranger.page.getByRole('heading', { name: 'Last month by project' }).waitFor();
  await stranger.page.getByRole('row', { name: new RegExp(`^Total ${total}`) }).waitFor();
  expect(await stranger.page.getByText(/€|EUR/).count()).toBe(0);
  expect.soft(await inspect(stranger.page, '92-report-shared-390')).toEqual([]);
  await stranger.page.setViewportSize({ width: 1440, height: 900 });
  expect.soft(await inspect(stranger.page, '92-report-shared')).toEqual([]);
  expect(stranger.problems()).toEqual([]);
  await stranger.close();
});

test('entries behind a figure are changed there and taken back, and the report stands where it was', async () => {
  const { page } = owner;
  await page.goto(`${studio.workspace}/reports?by=project&range=thisWeek`);
  const total = page.getByRole('row', { name: /^Total/ });
  await total.waitFor();
  const before = await total.textContent();
  await page.getByRole('row').nth(1).getByRole('button').last().click();
  await page.getByRole('heading', { name: /^Entries of / }).waitFor();
  await page
    .getByLabel(/^Choose \d{4}-/)
    .first()
    .waitFor();
  const open = page.locator('input[type=checkbox]:not(:disabled)[aria-label^="Choose 2"]');
  await open.first().check();
  expect.soft(await inspect(page, '93-report-entries')).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  expect
    .soft(await page.locator('main table').locator('input, button').filter({ visible: true }).count())
    .toBe(0);
  await page.emulateMedia({ media: null });
  await page.getByRole('button', { name: 'Change 1 entry' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Hours').fill('9:59');
  expect.soft(await inspect(page, '94-report-entry')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changed 1 entry').waitFor();
  await page.getByText('9:59').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Everything is as it was.').waitFor();
  await page.getByRole('button', { name: 'Back to the report' }).click();
  await total.waitFor();
  await expect.poll(() => total.textContent()).toBe(before);
});

/** Of the month before: in the first days of a month nobody may have worked yet. */
test.each([
  ['pivot', /^Total/],
  ['profitability', /^Total/],
  ['utilisation', /^Total/],
  ['budget', /Budget/],
])('the report %s is there, wide and narrow', async (kind, row) => {
  const { page } = owner;
  await page.goto(`${studio.workspace}/reports?kind=${kind}&by=project&range=lastMonth&round=15.up.entry`);
  await page.getByRole('row', { name: row }).first().waitFor();
  await settled(page);
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(await beyond()).toBeLessThanOrEqual(0);
  expect.soft(await inspect(page, `95-report-${kind}`)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  const overflow = await beyond();
  expect.soft(await inspect(page, `95-report-${kind}-390`)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(overflow).toBeLessThanOrEqual(0);
});

test('the heat of the year is named and clear to everybody', async () => {
  const { page } = owner;
  await page.goto(`${studio.workspace}/reports?by=project&range=lastMonth`);
  await page.getByRole('button', { name: 'Days of the year' }).click();
  await page.locator('figure rect[data-level="4"]').first().waitFor();
  expect.soft(await inspect(page, '96-report-year')).toEqual([]);
});

/** Width within the margins of a sheet, upright and lying, in pixels of a screen. */
const sheets = [
  { upright: 703, lying: 1032 },
  { upright: 725, lying: 965 },
] as const;

/** A table by day is printed on a lying sheet. */
const widthOf = (kind: string, { upright, lying }: (typeof sheets)[number]) =>
  kind === 'pivot' ? lying : upright;

test.each(['budget', 'pivot'])(
  'a long name stands whole on paper in the report %s, and each figure in one line',
  async (kind) => {
    const { page } = owner;
    const projectName = `Harbour extension, second quay and warehouses, planning and supervision, ${kind}`;
    const budget = { budgetKind: 'hours', budgetHours: 12_345 };
    await ask(page, 'Projects', { method: 'POST', body: { projectName, ...budget } });
    await addTime(page, studio.thisWeek, [[projectName, 'Design']]);
    // As many days as any month has: with fewer the first column of a table by day is wider.
    const [from, to] = [addDays(studio.thisWeek, -30), studio.thisWeek];
    const range = formatRangeChoice({ kind: 'custom', from, to });
    await page.goto(`${studio.workspace}/reports?kind=${kind}&by=project&range=${range}`);
    const name = page.getByRole('rowheader', { name: projectName });
    await name.waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: widthOf(kind, sheets[0]), height: 900 });
    const cut = await name.evaluate((cell) => cell.scrollWidth - cell.clientWidth);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    const broken = await page.evaluate(() =>
      [...document.querySelectorAll('main tbody td')]
        .filter((cell) => cell.childElementCount === 0)
        .filter((cell) => {
          const words = document.createRange();
          words.selectNodeContents(cell);
          return words.getClientRects().length > 1;
        })
        .map((cell) => cell.textContent),
    );
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1440, height: 900 });
    expect({ cut, beyond, broken }).toEqual({ cut: 0, beyond: 0, broken: [] });
  },
);

test.each(['summary', 'pivot', 'profitability', 'utilisation', 'budget'])(
  'the report %s is printed whole on A4 and Letter, without what can only be pressed',
  async (kind) => {
    const { page } = owner;
    await page.goto(
      `${studio.workspace}/reports?kind=${kind}&by=project.person&range=lastMonth&round=15.up.entry`,
    );
    // The figures of the chart are a table too, which is shut.
    await page.locator('main table').filter({ visible: true }).first().waitFor();
    await settled(page);
    await page.emulateMedia({ media: 'print' });
    for (const sheet of sheets) {
      await page.setViewportSize({ width: widthOf(kind, sheet), height: 900 });
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('main table')]
          .map((table) => Math.round(table.getBoundingClientRect().right - innerWidth))
          .filter((over) => over > 0),
      );
      expect.soft(cut, 'tables beyond the edge of the sheet').toEqual([]);
    }
    const { text } = await openPdf(await page.pdf({ preferCSSPageSize: true }));
    expect.soft(text).toMatch(/Reports/);
    for (const word of ['Save report', 'Export', 'Dashboard', 'Add a filter', 'Save picture'])
      expect.soft(text).not.toContain(word);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1440, height: 900 });
  },
);

test('a withdrawn link says that it has ended, and nothing else', async () => {
  const { page } = owner;
  await page.goto(`${studio.workspace}/reports`);
  await page.getByRole('button', { name: 'Last month by project' }).click();
  await page.getByRole('button', { name: 'Actions for Last month by project' }).click();
  await page.getByRole('menuitem', { name: 'Link for people outside' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw link' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const stranger = await studio.visitor();
  await stranger.page.goto(link);
  await stranger.page.getByText('This link does not work any more').waitFor();
  const shown = await stranger.page.getByRole('main').textContent();
  expect(shown).not.toMatch(/Harbour|Last month/);
  expect.soft(await inspect(stranger.page, '96-report-ended')).toEqual([]);
  await stranger.close();
  expect(owner.problems()).toEqual([]);
});
