import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { later } from '../../ui/page.fixture.tsx';
import { entryOf, keptEdits, openWeekPage, weekOf } from './week-page.fixture.tsx';

const known = { tagID: 't1', tagName: 'On site', color: null, isArchived: false, version: 1 };
const made = { ...known, tagID: 't9', tagName: 'Rush' };

/** An hour on Tuesday, with a tag. */
const tuesday = entryOf({ timesheetID: 'tuesday', workDate: '2026-09-22', minutes: 60, tags: ['t1'] });

/** By day: minutes and tags. */
const kept = () =>
  keptEdits().map(({ workDate, minutes, tags }) => [workDate.slice(-2), minutes, tags ?? 'as they are']);

/** The sheet with the details of a day beside it, where a tag was made that does not come until it is said. */
async function openMaking(day: 'Mon' | 'Tue') {
  let isMade = false;
  const answer = later<typeof made>();
  const never = new Promise<never>(() => {});
  const { screen, asked, cellOf } = await openWeekPage({
    size: [1600, 900],
    answers: {
      'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate': weekOf('m1', [tuesday]),
      'PUT /TimeSheet/SaveWeek': never,
      'GET /Tags': () => (isMade ? [known, made] : [known]),
      'POST /Tags': answer.answer,
    },
  });
  await cellOf(day).click();
  const details = screen.getByRole('complementary');
  const hours = details.getByLabelText('Hours');
  await expect.element(hours).toHaveValue(day === 'Tue' ? '1:00' : '');
  await details.getByLabelText('Tags').click();
  await userEvent.keyboard('Rush');
  await details.getByRole('option').last().click();
  /** It comes, and all tags are asked for anew. */
  const comes = async () => {
    const before = asked.length;
    isMade = true;
    answer.give(made);
    await expect.poll(() => asked.slice(before).map(({ key }) => key)).toContain('GET /Tags');
  };
  return { cellOf, details, hours, comes };
}

test('a tag that is made slowly takes no hours back that were written meanwhile, and none of the tags', async () => {
  const { details, hours, comes } = await openMaking('Tue');
  await expect.element(details.getByText('On site')).toBeVisible();
  await hours.fill('2:00');
  await userEvent.tab();
  await expect.poll(kept).toEqual([['22', 120, ['t1']]]);
  await comes();
  await expect.poll(kept).toEqual([['22', 120, ['t1', 't9']]]);
});

test('it takes over nothing that is still being typed', async () => {
  const { hours, comes } = await openMaking('Tue');
  await hours.fill('1:4');
  await comes();
  await expect.poll(kept).toEqual([['22', 60, ['t1', 't9']]]);
  await userEvent.keyboard('5{Tab}');
  await expect.poll(kept).toEqual([['22', 105, ['t1', 't9']]]);
});

test('it goes to its entry with all that was done with it, also when one is elsewhere', async () => {
  const { cellOf, hours, comes } = await openMaking('Tue');
  await hours.fill('2:00');
  await cellOf('Wed').click();
  await expect.element(hours).toHaveValue('');
  await cellOf('Tue').fill('3:00');
  await cellOf('Wed').click();
  await expect.poll(kept).toEqual([['22', 180, ['t1']]]);
  await comes();
  await expect.poll(kept).toEqual([['22', 180, ['t1', 't9']]]);
  await expect.element(hours).toHaveValue('');
});

test('one for an entry that is not there yet waits with it for its hours', async () => {
  const { details, hours, comes } = await openMaking('Mon');
  await hours.fill('1:3');
  await comes();
  await expect.element(details.getByRole('button', { name: /Rush/ })).toBeVisible();
  expect(kept()).toEqual([]);
  await userEvent.keyboard('0{Tab}');
  await expect.poll(kept).toEqual([['21', 90, ['t9']]]);
});

test('nothing comes back for it of an entry that was removed meanwhile', async () => {
  const { cellOf, comes } = await openMaking('Tue');
  await cellOf('Tue').fill('');
  await cellOf('Wed').click();
  await expect.poll(kept).toEqual([['22', 0, 'as they are']]);
  await comes();
  expect(kept()).toEqual([['22', 0, 'as they are']]);
});
