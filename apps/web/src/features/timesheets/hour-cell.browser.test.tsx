import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../styles/base.css';
import { HourCell, type HourCellProps } from './hour-cell.tsx';
import { createInvalidCells, InvalidCellsContext } from './invalid-cells.ts';
import type { WeekActions } from './week-actions.ts';

function actionsThatRecord() {
  const calls: unknown[][] = [];
  const record =
    (name: string) =>
    (...args: unknown[]) =>
      void calls.push([name, ...args]);
  const actions: WeekActions = {
    commit: record('commit'),
    commitAll: () => {},
    openDetails: record('openDetails'),
    fillRight: record('fillRight'),
    removeRow: record('removeRow'),
    pinRow: record('pinRow'),
    undo() {
      record('undo')();
      return true;
    },
    redo: record('redo'),
  };
  return { actions, calls };
}

async function renderRow(change: Partial<HourCellProps> = {}) {
  const { actions, calls } = actionsThatRecord();
  const cell = (day: number, own: Partial<HourCellProps>) => (
    <HourCell
      rowKey="p1."
      row={0}
      day={day}
      minutes={0}
      count={0}
      hasComment={false}
      isUnsaved={false}
      isLocked={false}
      lack={null}
      flag={null}
      label={`Day ${day}`}
      detailsLabel={`Details ${day}`}
      decimalReading="decimal"
      actions={actions}
      {...own}
    />
  );
  const screen = await render(
    <div data-grid>
      {cell(0, change)}
      {cell(1, {})}
    </div>,
  );
  return { calls, first: screen.getByLabelText('Day 0'), second: screen.getByLabelText('Day 1'), screen };
}

test('typing replaces what is there, shows what it will count as, and Enter saves it', async () => {
  const { calls, first, screen } = await renderRow({ minutes: 60, count: 1 });
  await first.click();
  await userEvent.keyboard('7.5');
  await expect.element(screen.getByText('= 7:30')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(calls).toEqual([['commit', 'p1.', 0, 450]]);
});

test('of cells that cannot be read one says why, that in which somebody is or was last', async () => {
  const { first, second, screen } = await renderRow();
  const [minutes, length] = [screen.getByText(/59/), screen.getByText(/24/)];
  // What is said to who does not look has no size to speak of.
  const isSeen = (words: typeof minutes) => (words.query()?.getBoundingClientRect().width ?? 0) > 2;
  await first.fill('1:70');
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => isSeen(minutes)).toBe(true);
  await second.fill('25');
  await expect.poll(() => [isSeen(minutes), isSeen(length)]).toEqual([false, true]);
  await expect.element(first).toHaveAccessibleDescription(/59/);
  await first.click();
  await expect.poll(() => [isSeen(minutes), isSeen(length)]).toEqual([true, false]);
  await first.fill('1');
  await expect.poll(() => [isSeen(minutes), isSeen(length)]).toEqual([false, true]);
});

test('Esc takes back what was typed', async () => {
  const { calls, first } = await renderRow({ minutes: 60, count: 1 });
  await first.click();
  await userEvent.keyboard('9{Escape}');
  await expect.element(first).toHaveValue('1:00');
  await userEvent.keyboard('{Tab}');
  expect(calls).toEqual([]);
});

test('after Esc the next key replaces all at once, and a frame later nothing moves the focus', async () => {
  const { first, second } = await renderRow({ minutes: 60, count: 1 });
  await first.click();
  await userEvent.keyboard('9');
  const field = first.element() as HTMLInputElement;
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['1:00', 0, 4]);
  (second.element() as HTMLInputElement).focus();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await expect.element(second).toHaveFocus();
});

test('what cannot be read is still there when its week is shown again, until it is mended', async () => {
  const { actions } = actionsThatRecord();
  const texts = new Map<string, string>();
  const cell = (isShown: boolean) => (
    <InvalidCellsContext value={createInvalidCells(texts)}>
      {isShown ? (
        <HourCell
          rowKey="p1."
          row={0}
          day={0}
          minutes={0}
          count={0}
          hasComment={false}
          isUnsaved={false}
          isLocked={false}
          lack={null}
          flag={null}
          label="Day"
          detailsLabel="Details"
          decimalReading="decimal"
          actions={actions}
        />
      ) : null}
    </InvalidCellsContext>
  );
  const screen = await render(cell(true));
  const field = screen.getByLabelText('Day');
  const leaveAndComeBack = async () => {
    await screen.rerender(cell(false));
    await screen.rerender(cell(true));
  };
  await field.fill('1:70');
  await leaveAndComeBack();
  await expect.element(field).toHaveValue('1:70');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('1:07');
  await field.click();
  await userEvent.keyboard('{Enter}');
  await leaveAndComeBack();
  await expect.element(field).toHaveValue('');
});

test('Delete empties a cell also of what cannot be read', async () => {
  const { calls, first } = await renderRow();
  await first.click();
  await userEvent.keyboard('1:70{Tab}');
  await first.click();
  await userEvent.keyboard('{Delete}');
  await expect.element(first).toHaveValue('');
  await expect.element(first).not.toHaveAttribute('aria-invalid');
  expect(calls).toEqual([['commit', 'p1.', 0, 0]]);
});

test('an arrow saves and moves; while editing it moves the caret', async () => {
  const { calls, first, second } = await renderRow({ minutes: 60, count: 1 });
  await first.click();
  await userEvent.keyboard('2{ArrowRight}');
  expect(calls).toEqual([['commit', 'p1.', 0, 120]]);
  await expect.element(second).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{F2}{ArrowLeft}');
  await expect.element(first).toHaveFocus();
});

test('what cannot be read stays, is named and is not saved', async () => {
  const { calls, first, screen } = await renderRow();
  await first.click();
  await userEvent.keyboard('25{Tab}');
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('A day has at most 24:00. For minutes add an m, as in 450m.');
  await expect.element(first).toHaveAttribute('aria-invalid', 'true');
  await expect.element(first).toHaveValue('25');
  expect(calls).toEqual([]);
});

test('Delete empties, Ctrl+D fills on, Alt+Enter opens the details, Ctrl+Z undoes, Ctrl+Y and Ctrl+Shift+Z do again', async () => {
  const { calls, first } = await renderRow({ minutes: 60, count: 1 });
  await first.click();
  await userEvent.keyboard(
    '{Delete}{Control>}d{/Control}{Alt>}{Enter}{/Alt}{Control>}zy{Shift>}z{/Shift}{/Control}',
  );
  expect(calls).toEqual([
    ['commit', 'p1.', 0, 0],
    ['fillRight', 'p1.', 0, 60],
    ['openDetails', 'p1.', 0],
    ['undo'],
    ['redo'],
    ['redo'],
  ]);
});

test('Ctrl+D right after typing saves and fills what was typed; what cannot be read is not filled', async () => {
  const { calls, first } = await renderRow({ minutes: 60, count: 1 });
  await first.click();
  await userEvent.keyboard('2:30{Control>}d{/Control}');
  expect(calls).toEqual([
    ['commit', 'p1.', 0, 150],
    ['fillRight', 'p1.', 0, 150],
  ]);
  await userEvent.keyboard('99{Control>}d{/Control}');
  expect(calls).toHaveLength(2);
});

test('leaving the page keeps what was typed (security 14)', async () => {
  const { calls, first } = await renderRow();
  await first.click();
  await userEvent.keyboard('3h');
  dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(calls).toEqual([['commit', 'p1.', 0, 180]]));
});

test('a cell with several entries, or a locked one, takes no typing', async () => {
  const { calls, first } = await renderRow({ minutes: 90, count: 2 });
  await first.click();
  await userEvent.keyboard('5{Enter}');
  await expect.element(first).toHaveValue('1:30');
  expect(calls).toEqual([['openDetails', 'p1.', 0]]);
});

test('a marked cell says so, with the words of the approver', async () => {
  const { first, second } = await renderRow({ minutes: 60, count: 1, flag: 'Which ticket?' });
  await expect.element(first).toHaveAccessibleDescription('Marked by the approver: Which ticket?');
  await expect.element(second).not.toHaveAccessibleDescription();
});

test.each([
  ['25', 'A day has at most 24:00. For minutes add an m, as in 450m.'],
  ['1:70', 'Minutes go up to 59. Write 1:70 as 2:10, or as 130m.'],
  ['-2', 'Hours cannot be negative. Enter what was worked.'],
  ['abc', 'Enter hours as 7:30, 7.5, 7h 30m or 450m.'],
])('%s gets a sentence of its own', async (typed, sentence) => {
  const { first, screen } = await renderRow();
  await first.click();
  await userEvent.keyboard(typed);
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence);
});

test('what the workspace asks for and an entry lacks is said of its cell', async () => {
  const { first } = await renderRow({ minutes: 60, count: 1, lack: 'Comment missing' });
  await expect.element(first).toHaveAccessibleDescription('Comment missing');
});

test('a cell flashes once when what was typed is stored', async () => {
  const { actions } = actionsThatRecord();
  const cell = (isUnsaved: boolean) => (
    <HourCell
      rowKey="p1."
      row={0}
      day={0}
      minutes={60}
      count={1}
      hasComment={false}
      isUnsaved={isUnsaved}
      isLocked={false}
      lack={null}
      flag={null}
      label="Day"
      detailsLabel="Details"
      decimalReading="decimal"
      actions={actions}
    />
  );
  const screen = await render(cell(true));
  const box = () => screen.getByLabelText('Day').element().parentElement;
  expect(box()?.dataset.stored).toBeUndefined();
  await screen.rerender(cell(false));
  await vi.waitFor(() => expect(box()?.dataset.stored).toBe('true'));
  box()?.dispatchEvent(new AnimationEvent('animationend', { bubbles: true }));
  await vi.waitFor(() => expect(box()?.dataset.stored).toBeUndefined());
});
