import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import '../../styles/base.css';
import { openPage } from '../../ui/page.fixture.tsx';
import { createInvalidCells } from './invalid-cells.ts';
import { type TimeStore, TimeStoreContext } from './time-store.ts';
import { timeViews } from './time-view.ts';
import { WeekHeader, type WeekHeaderProps } from './week-header.tsx';

const shown = {
  weekEndDate: '2026-09-27',
  canWrite: false,
  week: {
    key: { teamMemberID: 'm1', weekEndDate: '2026-09-27' },
    state: { status: 'saved' },
    week: { isPending: false },
    sheet: { week: { teamMemberID: 'm1', status: 'disapproved' }, entries: [{}] },
  },
} as unknown as WeekHeaderProps['shown'];
const acts = {
  invalidCells: createInvalidCells(),
  go: { week: () => {}, view: () => {} },
} as unknown as WeekHeaderProps['acts'];

/** The width of the window, and what the menu leaves of it. */
const places = [
  [768, 672],
  [900, 800],
  [1200, 1000],
] as const;

/** A line as wide as its room, over a week that is not this one. */
async function openLine(room: number, weekEndDate = '2026-09-27') {
  const { screen } = await openPage(
    () => (
      <div style={{ width: room }}>
        <TimeStoreContext value={{} as TimeStore}>
          <WeekHeader
            shown={{ ...shown, weekEndDate }}
            acts={acts}
            view="week"
            views={timeViews.map(({ view }) => view)}
          >
            <Badge>Disapproved by Grace Hopper</Badge>
            <Button>Submit week again</Button>
          </WeekHeader>
        </TimeStoreContext>
      </div>
    ),
    { answers: {} },
  );
  const word = screen.getByText('Saved', { exact: true });
  await expect.element(word).toBeVisible();
  await document.fonts.ready;
  const own = word.element().parentElement as HTMLElement;
  return { screen, own, line: own.parentElement as HTMLElement };
}

test.each(places)('at %i pixels nothing in the line covers or cuts another', async (window, room) => {
  await page.viewport(window, 600);
  const { own, line } = await openLine(room);
  expect(own.scrollWidth).toBe(own.clientWidth);
  expect(line.scrollWidth).toBeLessThanOrEqual(room);
  const boxes = [...line.children].map((each) => each.getBoundingClientRect());
  const covered = boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => one.right > other.left && one.bottom > other.top && other.right > one.left),
  );
  expect(covered).toEqual([]);
  // Each group is one line: what has no room beside the name goes below it as a whole.
  for (const { height } of boxes) expect(height).toBeLessThan(48);
});

/** Weeks over two months and over two years, as wide as they are in German. */
const long = ['28. Sept. – 4. Okt. 2026', '28. Dez. 2026 – 3. Jan. 2027'];

test.each(long)('on a phone a week named %s is no wider than the screen', async (name) => {
  await page.viewport(390, 844);
  const { screen, line } = await openLine(358, '2027-01-03');
  const title = screen.getByRole('heading', { level: 1 }).element();
  title.textContent = name;
  expect(line.scrollWidth).toBe(line.clientWidth);
  const { left, right } = line.getBoundingClientRect();
  for (const each of line.querySelectorAll('button, h1, [role="status"]')) {
    const box = each.getBoundingClientRect();
    expect(box.left).toBeGreaterThanOrEqual(left);
    expect(box.right).toBeLessThanOrEqual(right);
  }
  const back = screen.getByRole('button', { name: 'This week' }).element().getBoundingClientRect();
  expect(back.top).toBeGreaterThanOrEqual(title.getBoundingClientRect().bottom);
});
