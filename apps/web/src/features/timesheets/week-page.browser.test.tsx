import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../styles/base.css';
import { entryOf, openWeekPage, weekOf } from './week-page.fixture.tsx';

/** A week of the same row for everybody: an hour on Tuesday in the own one, two in that of another. */
const weekOfPerson = (teamMemberID = '') =>
  weekOf(teamMemberID, [
    entryOf({
      timesheetID: `entry of ${teamMemberID}`,
      workDate: '2026-09-22',
      minutes: teamMemberID === 'm1' ? 60 : 120,
    }),
  ]);

/** The week of another person, after the own one: both are known, and nothing is fetched between them. */
async function openTheirs(view: 'week' | 'day') {
  const { screen, history, address } = await openWeekPage({
    size: [1200, 800],
    view,
    answers: {
      'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate': ({ params }) =>
        weekOfPerson(params.teamMemberID),
      'GET /TeamMember/:id': { id: 'm2', firstName: 'Grace', lastName: 'Hopper' },
    },
  });
  const isOwn = () => expect.element(screen.getByText('1:00', { exact: true }).first()).toBeVisible();
  const isTheirs = () => expect.element(screen.getByText('2:00', { exact: true }).first()).toBeVisible();
  const goToTheirs = async () => {
    history.push(`${address}&person=m2`);
    await isTheirs();
  };
  const goToOwn = async () => {
    await screen.getByRole('link', { name: 'Back to my own week' }).click();
    await isOwn();
  };
  await isOwn();
  await goToTheirs();
  return { screen, goToOwn, goToTheirs };
}

test('what cannot be read in the week of another person is not in the own one, and still in theirs', async () => {
  const { screen, goToOwn, goToTheirs } = await openTheirs('week');
  const monday = screen.getByRole('textbox', { name: /^Hours, Boat house, Mon/ });
  await monday.fill('1:70');
  await expect.element(monday).toHaveAttribute('aria-invalid', 'true');
  await goToOwn();
  await expect.element(monday).toHaveValue('');
  await expect.element(monday).not.toHaveAttribute('aria-invalid');
  await goToTheirs();
  await expect.element(monday).toHaveValue('1:70');
});

test('the line that is written for a day of another person is not in the own day', async () => {
  const { screen, goToOwn } = await openTheirs('day');
  const line = screen.getByRole('textbox', { name: 'Add time' });
  await line.fill('2h boat');
  await goToOwn();
  await expect.element(line).toHaveValue('');
});

test('where the sheet scrolls sideways a name stands above the cell of its line that is typed in, and what is said of the cell above the name below', async () => {
  const { screen } = await openTheirs('week');
  await page.viewport(390, 844);
  const monday = screen.getByRole('textbox', { name: /^Hours, Boat house, Mon/ });
  await monday.fill('1:70');
  const field = monday.element();
  const words = screen.getByRole('alert').element() as HTMLElement;
  // Nothing goes through it, so that it can be asked what is on top.
  words.style.pointerEvents = 'auto';
  const sheet = field.closest('table')?.parentElement as HTMLElement;
  const name = field.closest('tr')?.querySelector('th') as HTMLElement;
  const below = sheet.querySelector('tfoot th') as HTMLElement;
  const onTop = (x: number, y: number) => document.elementFromPoint(x, y);

  const said = words.getBoundingClientRect();
  expect(said.left).toBeGreaterThanOrEqual(sheet.getBoundingClientRect().left);
  expect(said.bottom).toBeGreaterThan(below.getBoundingClientRect().top);
  expect(words.contains(onTop(said.left + 4, said.bottom - 4))).toBe(true);

  sheet.scrollLeft = 30;
  const [cell, names] = [field.getBoundingClientRect(), name.getBoundingClientRect()];
  expect(cell.left).toBeLessThan(names.right);
  expect(name.contains(onTop(cell.left + 4, (cell.top + cell.bottom) / 2))).toBe(true);
});
