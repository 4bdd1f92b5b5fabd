import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../styles/base.css';
import { entryOf, keptEdits, openWeekPage, weekOf } from './week-page.fixture.tsx';

const boat = entryOf({ timesheetID: 'boat', workDate: '2026-09-21', minutes: 60 });
const ferry = entryOf({
  timesheetID: 'ferry',
  workDate: '2026-09-22',
  minutes: 30,
  projectID: 'p2',
  projectName: 'Ferry app',
});

/** A week from the 21st to the 27th with two rows, and a text that is pasted into the first cell. */
async function paste(text: string) {
  const { screen, cellOf } = await openWeekPage({
    size: [1200, 900],
    answers: {
      'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate': weekOf('m1', [boat, ferry]),
      'PUT /TimeSheet/SaveWeek': new Promise<never>(() => {}),
      'GET /Projects': [
        { projectID: 'p1', isBillable: true, color: null },
        { projectID: 'p2', isBillable: true, color: null },
      ],
    },
  });
  const first = cellOf('Mon');
  await first.click();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  first
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  /** Its rows as they are read: the cells with what each of them would be. */
  const shown = () =>
    [...dialog.element().querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => (cell.querySelector('b') ?? cell).textContent?.trim() ?? ''),
    );
  const said = () => dialog.getByRole('alert').element().textContent;
  return { dialog, shown, said, cellOf };
}

const kept = () =>
  keptEdits()
    .map(({ projectID, workDate, minutes }) => `${projectID} ${workDate.slice(-2)} ${minutes}`)
    .sort();

test('what is previewed is what is written: rows by name and hours by day, and nothing of what is left', async () => {
  const { dialog, shown, said, cellOf } = await paste('Project\tTue\tMon\nFerry app\t2\t1:30\nWebsite\t3\t');
  expect(shown()).toEqual([
    ['', 'Tue 22 Sep', 'Mon 21 Sep'],
    ['Ferry app', '2:00', '1:30'],
    ['Website', expect.stringContaining('3'), 'as it is'],
  ]);
  expect(said()).toMatch(/No row of this week has this name.*Website/s);
  expect(kept()).toEqual([]);
  await dialog.getByRole('button', { name: 'Fill 2 cells' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(cellOf('Tue', 'Ferry app')).toHaveValue('2:00');
  expect(kept()).toEqual(['p2 21 90', 'p2 22 120']);
});

test('numbers that may be days are asked about, and fill what is shown once they are taken for hours', async () => {
  const { dialog, shown, said } = await paste('21\t22\n8\t8');
  await expect.element(dialog.getByRole('button', { name: /^Fill/ })).toBeDisabled();
  expect(said()).toMatch(/May be days.*21, 22/s);
  await dialog.getByRole('checkbox', { name: 'Take these numbers for hours' }).click();
  expect(shown().slice(1)).toEqual([
    ['Boat house', '21:00', '22:00'],
    ['Ferry app', '8:00', '8:00'],
  ]);
  await dialog.getByRole('button', { name: 'Fill 4 cells' }).click();
  await expect.poll(kept).toEqual(['p1 21 1260', 'p1 22 1320', 'p2 21 480', 'p2 22 480']);
});

test('numbers that are days of the week are taken for those where somebody says so', async () => {
  const { dialog, shown } = await paste('21\t23\n8\t7');
  const [hours, asDays] = ['hours', 'days'].map((what) =>
    dialog.getByRole('checkbox', { name: `Take these numbers for ${what}` }),
  );
  await hours?.click();
  await asDays?.click();
  await expect.element(hours as NonNullable<typeof hours>).not.toBeChecked();
  expect(shown()).toEqual([
    ['', 'Mon 21 Sep', 'Wed 23 Sep'],
    ['Boat house', '8:00', '7:00'],
  ]);
  await expect.element(dialog.getByText('Hours go to the days that stand over them.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fill 2 cells' }).click();
  await expect.poll(kept).toEqual(['p1 21 480', 'p1 23 420']);
});

test('what is closed without filling writes nothing', async () => {
  const { dialog, cellOf } = await paste('1\t2\n3\t\n');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(cellOf('Mon')).toHaveValue('1:00');
  expect(kept()).toEqual([]);
});

test('on a phone the table alone goes sideways, whatever its cells say to those who do not see them', async () => {
  const { dialog } = await paste('Mon\tTue\tWed\tThu\tFri\tSat\tSun\n8\t8\t8\t8\t8\t8\tsick');
  await page.viewport(390, 844);
  const box = dialog.element();
  const room = box.querySelector('table')?.parentElement as HTMLElement;
  expect(room.scrollWidth).toBeGreaterThan(room.clientWidth);
  expect(box.scrollWidth).toBe(box.clientWidth);
});

test('the ring around what was left out touches nothing of the line above it', async () => {
  const { dialog } = await paste('Mon\tTue\n8\t8');
  const left = dialog.getByText(/^Left out/).element() as HTMLElement;
  left.focus({ focusVisible: true } as FocusOptions);
  const { outlineWidth, outlineOffset } = getComputedStyle(left);
  const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  const above = left.previousElementSibling?.getBoundingClientRect();
  expect(ring).toBeGreaterThan(0);
  expect(left.getBoundingClientRect().top - ring).toBeGreaterThanOrEqual(above?.bottom ?? Number.NaN);
});
