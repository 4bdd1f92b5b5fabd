import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspect, type Visitor } from './harness.ts';
import { addTime, openStudio, type Studio } from './studio.ts';

let studio: Studio;
let person: Visitor;
let page: Page;

const PATIENT = { timeout: 30_000 };

beforeAll(async () => {
  studio = await openStudio();
  person = await studio.visitor();
  page = person.page;
  await studio.signIn(page, 'amir');
  await addTime(page, studio.thisWeek, [
    ['Ferry app', 'Development'],
    ['Ferry app', 'Support'],
    ['Care and support', 'Support'],
  ]);
  await page.getByRole('button', { name: /^Next week/ }).click();
  await page.getByRole('button', { name: 'Copy last week' }).first().click();
  await page.getByRole('menuitem', { name: 'Rows', exact: true }).click();
  await cell(2, 0).waitFor();
}, 600_000);

afterAll(() => studio?.close());

const cell = (row: number, day: number) => page.locator(`input[data-row="${row}"][data-day="${day}"]`);
const values = (row: number, days = [0, 1, 2, 3, 4, 5, 6]) =>
  Promise.all(days.map((day) => cell(row, day).inputValue()));
const saved = () => page.getByRole('status').getByText('Saved', { exact: true }).waitFor(PATIENT);

/** Puts a text on the clipboard as another application does: from a field of its own, by its keys. */
async function putOnClipboard(text: string): Promise<void> {
  const elsewhere = await person.context.newPage();
  await elsewhere.setContent('<textarea></textarea>');
  await elsewhere.locator('textarea').fill(text);
  await elsewhere.keyboard.press('Control+a');
  await elsewhere.keyboard.press('Control+c');
  await elsewhere.close();
  await page.bringToFront();
}

async function readClipboard(): Promise<string> {
  const elsewhere = await person.context.newPage();
  await elsewhere.setContent('<textarea></textarea>');
  await elsewhere.locator('textarea').focus();
  await elsewhere.keyboard.press('Control+v');
  const text = await elsewhere.locator('textarea').inputValue();
  await elsewhere.close();
  await page.bringToFront();
  return text;
}

test('a block of a spreadsheet is shown as it was understood, with what was not, before it fills cells', async () => {
  await putOnClipboard('7:30\t7,5\tsick\t1h 15m\n450m\t\t25\t8');
  await cell(0, 0).click();
  await page.keyboard.press('Control+v');
  const dialog = page.getByRole('dialog', { name: 'Paste hours' });
  await dialog.getByRole('heading', { name: '2 cells are not taken' }).waitFor();
  await dialog.getByText('sick').first().waitFor();
  await dialog.getByText('25').first().waitFor();
  expect.soft(await inspect(page, '61-paste')).toEqual([]);
  expect(await values(0)).toEqual(['', '', '', '', '', '', '']);
  await dialog.getByRole('button', { name: 'Fill 5 cells' }).click();
  await expect.poll(() => values(0), PATIENT).toEqual(['7:30', '7:30', '', '1:15', '', '', '']);
  expect(await values(1)).toEqual(['7:30', '', '', '8:00', '', '', '']);
  await saved();
});

test('the days and names that were copied along are left out; rows go by the names, and the preview says so first', async () => {
  const rows = [
    'Care and support\tSupport\t0:45\t\t0:45',
    'Ferry app\tSupport\t1:15\t1:15\t',
    'Total\t\t2:00\t1:15\t0:45',
  ];
  await putOnClipboard(['Project\tActivity\tTotal\tMon\tTue', ...rows].join('\n'));
  await cell(1, 0).click();
  await page.keyboard.press('Control+v');
  const dialog = page.getByRole('dialog', { name: 'Paste hours' });
  await dialog.getByText('Left out as headings: Project, Activity, Total, Mon, Tue').waitFor();
  await dialog.getByText('Rows go by their names, wherever the block begins.').waitFor();
  await dialog.getByText('Hours go to the days that stand over them.').waitFor();
  await dialog.getByRole('heading', { name: '5 cells are not taken' }).waitFor();
  await dialog.getByText('No row of this week has this name: Total').waitFor();
  await dialog.getByText('The heading is no day of this week, or stands twice: Total').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('5 cells are not taken');
  await dialog.getByRole('button', { name: 'Fill 2 cells' }).waitFor();
  expect.soft(await inspect(page, '61-paste-headings')).toEqual([]);
  const described = await dialog.evaluate((each) =>
    each.ariaDescribedByElements?.map((of) => of.textContent).join(' '),
  );
  expect(described).toMatch(/Rows go by their names.*Hours go to the days.*5 cells are not taken/);
  await dialog.getByRole('button', { name: 'Fill 2 cells' }).click();
  const named = (name: RegExp) => page.getByRole('textbox', { name });
  await expect.poll(() => named(/Care and support.*Support.*Tue/).inputValue(), PATIENT).toBe('0:45');
  expect(await named(/Ferry app.*Support.*Mon/).inputValue()).toBe('1:15');
  await cell(0, 0).focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => named(/Ferry app.*Support.*Mon/).inputValue(), PATIENT).not.toBe('1:15');
});

test('numbers that may be days are taken for hours only where somebody says so', async () => {
  await putOnClipboard('1\t2\n8\t8');
  await cell(1, 4).focus();
  await page.keyboard.press('Control+v');
  const dialog = page.getByRole('dialog', { name: 'Paste hours' });
  await dialog.getByRole('heading', { name: '4 cells are not taken' }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Fill 0 cells' }).isDisabled()).toBe(true);
  await dialog.getByRole('checkbox', { name: 'Take these numbers for hours' }).check();
  await dialog.getByRole('button', { name: 'Fill 4 cells' }).waitFor();
  expect.soft(await inspect(page, '61-paste-numbers')).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

test('one Ctrl+Z takes the whole block back, Ctrl+Y fills it again', async () => {
  await cell(0, 0).focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => values(1), PATIENT).toEqual(['', '', '', '', '', '', '']);
  await page.keyboard.press('Control+y');
  await expect.poll(() => values(0), PATIENT).toEqual(['7:30', '7:30', '', '1:15', '', '', '']);
  await saved();
});

test('a block is selected by Shift and arrows, copied out, and pasted elsewhere', async () => {
  await cell(0, 0).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('status').getByText('6 cells selected, 22:30').waitFor();
  expect.soft(await inspect(page, '62-selected')).toEqual([]);
  await page.keyboard.press('Control+c');
  expect(await readClipboard()).toBe('7:30\t7:30\t\n7:30\t\t');
  await cell(0, 4).focus();
  await page.keyboard.press('Control+v');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Fill 3 cells');
  await page.keyboard.press('Enter');
  await expect.poll(() => values(0, [4, 5]), PATIENT).toEqual(['7:30', '7:30']);
  expect(await values(1, [4])).toEqual(['7:30']);
});

test('the mouse selects by dragging and by Shift and click; Delete empties what is selected and can be taken back', async () => {
  const [from, to] = [await cell(0, 4).boundingBox(), await cell(1, 5).boundingBox()];
  if (!from || !to) throw new Error('no cells');
  await page.mouse.move(from.x + from.width / 2, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 4 });
  await page.mouse.up();
  await page.getByRole('status').getByText('4 cells selected, 22:30').waitFor();
  await page.keyboard.press('Delete');
  await expect.poll(() => values(0, [4, 5]), PATIENT).toEqual(['', '']);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => values(0, [4, 5]), PATIENT).toEqual(['7:30', '7:30']);
  await cell(0, 0).click();
  await cell(1, 1).click({ modifiers: ['Shift'] });
  await page.getByRole('status').getByText('4 cells selected').waitFor();
});

test('a single value fills all that is selected; Ctrl+D fills right to the end of the selection, also what was just typed', async () => {
  await putOnClipboard('0:45');
  await cell(2, 0).focus();
  for (const _ of [1, 2, 3]) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+v');
  await page.getByRole('button', { name: 'Fill 4 cells' }).click();
  await expect.poll(() => values(2, [0, 1, 2, 3]), PATIENT).toEqual(['0:45', '0:45', '0:45', '0:45']);
  await cell(2, 0).focus();
  for (const _ of [1, 2]) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.type('2:30');
  await page.keyboard.press('Control+d');
  await expect.poll(() => values(2, [0, 1, 2, 3]), PATIENT).toEqual(['2:30', '2:30', '2:30', '0:45']);
  await saved();
});

test.for(['Control+a', 'Shift+ArrowRight'])(
  'what is typed after %s replaces the cell, also where a click had put the caret into its text',
  async (keys) => {
    for (const _ of [1, 2]) await cell(2, 0).click();
    await page.keyboard.press(keys);
    await page
      .getByRole('status')
      .getByText(/\d+ cells selected/)
      .waitFor();
    await page.keyboard.type('1:45');
    await page.keyboard.press('Tab');
    expect(await values(2, [0])).toEqual(['1:45']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => values(2, [0]), PATIENT).toEqual(['2:30']);
  },
);

test('Home and End lead along a row, with Ctrl to the corners', async () => {
  const place = () =>
    page.evaluate(() => {
      const { row, day } = (document.activeElement as HTMLElement).dataset;
      return `${row} ${day}`;
    });
  await cell(1, 3).focus();
  await page.keyboard.press('End');
  expect(await place()).toBe('1 6');
  await page.keyboard.press('Home');
  expect(await place()).toBe('1 0');
  await page.keyboard.press('Control+Home');
  expect(await place()).toBe('0 0');
});

test('hours that cannot be read are still there after a look at another week', async () => {
  const heading = page.getByRole('heading', { level: 1 });
  const week = await heading.textContent();
  await cell(0, 2).click();
  await page.keyboard.type('1:70');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: /^Next week/ }).click();
  await expect.poll(() => heading.textContent(), PATIENT).not.toBe(week);
  await page.getByRole('button', { name: /^Previous week/ }).click();
  await expect.poll(() => heading.textContent(), PATIENT).toBe(week);
  await expect.poll(() => cell(0, 2).inputValue(), PATIENT).toBe('1:70');
  await page.getByRole('status').getByText('Not saved: hours that cannot be read').waitFor();
  await cell(0, 2).click();
  await page.keyboard.press('Delete');
  await saved();
  expect(person.problems()).toEqual([]);
});
