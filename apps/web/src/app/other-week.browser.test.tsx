import { type Belief, isAsBelieved, isSameCell } from '@stint/domain/time/cell.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createTimeStore, TimeStoreContext } from '../features/timesheets/time-store.ts';
import { WeekPage } from '../features/timesheets/week-page.tsx';
import { useApp } from '../lib/app-context.ts';
import { type Answers, later, openPage, Refusal, startOf } from '../ui/page.fixture.tsx';
import { WeekCalendar } from './week-calendar.tsx';

const coming = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock(import('../features/timesheets/paste-overlay.tsx'), async (original) => {
  await coming.promise;
  return original();
});

const [BEFORE, SUNDAY] = ['2026-09-20', '2026-09-27'];
/** The Tuesday of each week. */
const tuesdays: Record<string, string> = { [BEFORE]: '2026-09-15', [SUNDAY]: '2026-09-22' };
const days = (value: null | 0) => Array.from({ length: 7 }, () => value);

type Sent = { timesheetID: string; version?: number; minutes?: number; comment?: string; workDate?: string };
type Week = { teamMemberID: string; weekEndDate: string };
type BelievedCell = { projectID: string; activityID: null; workDate: string; believed: Belief[] };
type Saved = Week & { upserts: Sent[]; deletes: Sent[]; cells?: BelievedCell[] };

/** The server as far as a week needs it: it holds what was saved, week by week and person by person, and asks for no other belief than the right one. */
function createServer() {
  const saved: Saved[] = [];
  const kept = new Map<string, (ReturnType<typeof entryOf> & Sent)[]>();
  const entriesOf = (week: Week) => {
    const id = `${week.teamMemberID} ${week.weekEndDate}`;
    const entries = kept.get(id) ?? [entryOf(week)];
    kept.set(id, entries);
    return entries;
  };
  const sheetOf = (week: Week) => ({
    week: { ...week, status: 'open' as const, version: 1, lines: [] },
    entries: entriesOf(week),
    expectedMinutes: days(0) as number[],
    locked: days(null) as null[],
  });
  const save = (body: Saved) => {
    saved.push(body);
    const { teamMemberID, weekEndDate, upserts, deletes, cells = [] } = body;
    const isRight = cells.every((cell) =>
      isAsBelieved(
        entriesOf(body).filter((entry) => isSameCell(entry, cell)),
        cell.believed,
      ),
    );
    if (!isRight) return new Refusal(409, 'version_conflict', 'Somebody changed this in the meantime.');
    const named = new Set([...upserts, ...deletes].map(({ timesheetID }) => timesheetID));
    const others = entriesOf(body).filter(({ timesheetID }) => !named.has(timesheetID));
    const base = entryOf(body);
    const changed = upserts.map((edit) => ({ ...base, ...edit, version: (edit.version ?? 0) + 1 }));
    kept.set(`${teamMemberID} ${weekEndDate}`, [...others, ...changed]);
    return sheetOf({ teamMemberID, weekEndDate });
  };
  const pause = { answer: Promise.resolve() };
  return { saved, entriesOf, sheetOf, save, pause };
}

/** Each week has the same row, with an hour or two on Tuesday by the week, and three for somebody else. */
function entryOf({ teamMemberID, weekEndDate }: Week) {
  return {
    timesheetID: `entry of ${teamMemberID} ${weekEndDate}`,
    version: 1,
    projectID: 'p1',
    activityID: null,
    projectName: 'Boat house',
    clientName: null,
    activityName: null,
    workDate: tuesdays[weekEndDate] ?? weekEndDate,
    minutes: teamMemberID === 'm1' ? (weekEndDate === SUNDAY ? 60 : 120) : 180,
    comment: '',
    isBillable: true,
    tags: [],
    startedAt: null,
    endedAt: null,
    sortOrder: 0,
  };
}

const Nothing = () => null;

function Page() {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const [store] = useState(() => createTimeStore(session, queryClient));
  return (
    <TimeStoreContext value={store}>
      <WeekPage Steps={Nothing} Notes={Nothing} Calendar={WeekCalendar} />
    </TimeStoreContext>
  );
}

const addressOf = (weekEndDate: string, view: string) => `/time?week=${weekEndDate}&view=${view}&day=1`;

/** A week that was come to from the one before it, so that both are known and the way back leads there. */
async function openWeeks({ view = 'week', width = 1200, answers = {} as Answers } = {}) {
  await page.viewport(width, 800);
  onTestFinished(() => page.viewport(414, 896));
  onTestFinished(() => localStorage.clear());
  const server = createServer();
  const { screen, history, asked } = await openPage(Page, {
    path: addressOf(BEFORE, view),
    start: startOf({}, { approvalsEnabled: false, timeZone: 'UTC' }),
    answers: {
      'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate': ({ params }) =>
        server.sheetOf({ teamMemberID: '', weekEndDate: '', ...params }),
      // Stored at once, and answered when the test says so.
      'PUT /TimeSheet/SaveWeek': async ({ body }) => {
        const answer = server.save(body as Saved);
        await server.pause.answer;
        return answer;
      },
      'GET /TeamMember/:id': { id: 'm2', firstName: 'Grace', lastName: 'Hopper' },
      'GET /Projects': [{ projectID: 'p1', projectName: 'Boat house', isBillable: true, color: null }],
      'GET /Projects/Picker': [],
      'GET /TimeSheet/Missing': [],
      'GET /EventFeeds': [],
      'GET /Tags': [],
      'GET /Activities': [],
      'GET /Clients': [],
      ...answers,
    },
  });
  const shows = (hours: string) =>
    expect.element(screen.getByText(hours, { exact: true }).first()).toBeVisible();
  await shows('2:00');
  history.push(addressOf(SUNDAY, view));
  await shows('1:00');
  const cell = (day: string) => screen.getByRole('textbox', { name: `Hours, Boat house, ${day} Sep` });
  return {
    screen,
    asked,
    server,
    saved: server.saved,
    cell,
    shows,
    goBack: async () => {
      history.back();
      await shows('2:00');
    },
    goToTheirs: async () => {
      history.push(`${addressOf(SUNDAY, view)}&person=m2`);
      await shows('3:00');
    },
    press: (name: string) => screen.getByRole('button', { name, exact: true }).click(),
  };
}

test('an Undo that is pressed in another week takes back what was done in its own', async () => {
  const { saved, cell, goBack, shows, press } = await openWeeks();
  await cell('Tue 22').click();
  await userEvent.keyboard('{Delete}');
  await expect.poll(() => saved).toHaveLength(1);
  await goBack();
  await press('Undo');
  await expect.poll(() => saved).toHaveLength(2);
  expect(saved.map(({ weekEndDate }) => weekEndDate)).toEqual([SUNDAY, SUNDAY]);
  expect(saved[1]?.upserts).toMatchObject([{ workDate: tuesdays[SUNDAY], minutes: 60 }]);
  await shows('2:00');
  await expect.element(cell('Tue 15')).toHaveValue('2:00');
});

test('an Undo that is pressed in the week of another person takes back what was done in the own one', async () => {
  const { saved, cell, goToTheirs, press } = await openWeeks();
  await cell('Tue 22').click();
  await userEvent.keyboard('{Delete}');
  await expect.poll(() => saved).toHaveLength(1);
  await goToTheirs();
  await press('Undo');
  await expect.poll(() => saved).toHaveLength(2);
  expect(saved.map(({ teamMemberID }) => teamMemberID)).toEqual(['m1', 'm1']);
  await expect.element(cell('Tue 22')).toHaveValue('3:00');
});

test('Ctrl+Z takes back what was done in the week that is shown, and in the other one once that is shown again', async () => {
  const { saved, cell, goBack, press } = await openWeeks();
  await cell('Tue 22').fill('4');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => saved).toHaveLength(1);
  await goBack();
  await cell('Tue 15').click();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(cell('Tue 15')).toHaveValue('2:00');
  await press('Next week');
  await expect.element(cell('Tue 22')).toHaveValue('4:00');
  await cell('Tue 22').click();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(cell('Tue 22')).toHaveValue('1:00');
  await expect.poll(() => saved).toHaveLength(2);
  expect(saved[1]).toMatchObject({ weekEndDate: SUNDAY, upserts: [{ version: 2, minutes: 60 }] });
});

test.each([
  { where: 'the dialog', width: 1200 },
  { where: 'the inspector', width: 1600 },
])(
  'what is being written in a field of $where stays in its week when the way back is taken',
  async ({ width }) => {
    const { screen, saved, cell, goBack } = await openWeeks({ width });
    await cell('Tue 22').click();
    await userEvent.keyboard('{Alt>}{Enter}{/Alt}');
    await screen.getByRole('textbox', { name: 'Comment' }).fill('Caulked the hull');
    await goBack();
    await expect.poll(() => saved).toHaveLength(1);
    expect(saved[0]).toMatchObject({
      weekEndDate: SUNDAY,
      upserts: [{ workDate: tuesdays[SUNDAY], comment: 'Caulked the hull' }],
    });
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  },
);

test('hours that are being typed stay in their week when the way back is taken', async () => {
  const { saved, cell, goBack } = await openWeeks();
  await cell('Wed 23').click();
  await userEvent.keyboard('3');
  await goBack();
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved[0]).toMatchObject({
    weekEndDate: SUNDAY,
    upserts: [{ workDate: '2026-09-23', minutes: 180 }],
  });
});

test('a block that is about to be pasted is named while its preview comes, and goes with its week', async () => {
  onTestFinished(() => coming.resolve());
  const { screen, cell, goBack } = await openWeeks();
  await cell('Mon 21').click();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', '1:00\t2:00');
  cell('Mon 21')
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await expect.element(screen.getByRole('textbox', { name: 'Paste hours' })).toHaveFocus();
  coming.resolve();
  await expect.element(screen.getByRole('dialog', { name: 'Paste hours' })).toBeVisible();
  await goBack();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('cells that were selected are not counted in another week', async () => {
  const { screen, cell, goBack } = await openWeeks();
  await cell('Tue 22').click();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.element(screen.getByText('2 cells', { exact: false })).toBeVisible();
  await goBack();
  await expect.element(screen.getByText('2 cells', { exact: false })).not.toBeInTheDocument();
});

test('in the calendar too an Undo takes back what was done in its own week, and a form goes with it', async () => {
  const { screen, saved, goBack, press } = await openWeeks({ view: 'calendar' });
  const entry = screen.getByRole('button', { name: /Boat house/ });
  await entry.click();
  await expect.element(screen.getByRole('dialog', { name: 'Entry', exact: true })).toBeVisible();
  await goBack();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await press('Next week');
  (entry.element() as HTMLElement).focus();
  await userEvent.keyboard('{Delete}');
  await expect.poll(() => saved).toHaveLength(1);
  await goBack();
  await press('Undo');
  await expect.poll(() => saved).toHaveLength(2);
  expect(saved.map(({ weekEndDate }) => weekEndDate)).toEqual([SUNDAY, SUNDAY]);
  expect(saved[1]?.upserts).toMatchObject([{ workDate: tuesdays[SUNDAY], minutes: 60 }]);
});

test('an answer that comes when another week is shown closes nothing there, and leads nowhere in it', async () => {
  const made = later<{ projectID: string; projectName: string }>();
  const { screen, asked, goBack, press } = await openWeeks({
    answers: { 'POST /Projects': () => made.answer },
  });
  const search = screen.getByRole('combobox', { name: 'Project, activity or client' });
  const count = (key: string) => asked.filter((one) => one.key === key).length;
  await press('Add a row');
  await search.fill('Slip');
  await screen.getByRole('option', { name: /^Create project/ }).click();
  await press('Add row');
  await expect.poll(() => count('POST /Projects')).toBe(1);
  await goBack();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await press('Add a row');
  await expect.element(search).toHaveFocus();
  const before = count('GET /Projects');
  // Its row is in the other week as well.
  made.give({ projectID: 'p1', projectName: 'Boat house' });
  await expect.poll(() => count('GET /Projects')).toBeGreaterThan(before);
  await expect.element(search).toHaveFocus();
});

/** An entry on the clock of Tuesday, saved; it is moved to Wednesday by key. */
async function openClock() {
  const opened = await openWeeks({ view: 'calendar' });
  const { screen, saved, server } = opened;
  (screen.getByRole('button', { name: /Boat house/ }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => saved).toHaveLength(1);
  const isOn = (day: string) =>
    expect.element(screen.getByRole('button', { name: new RegExp(`Boat house.*${day}`) })).toHaveFocus();
  await isOn('Tue 22 Sep');
  const entries = () => server.entriesOf({ teamMemberID: 'm1', weekEndDate: SUNDAY });
  return { ...opened, isOn, entries };
}

test('a move on the clock that is taken back while it is being saved contradicts nobody', async () => {
  const { screen, saved, server, isOn, entries } = await openClock();
  const answered = later<void>();
  server.pause.answer = answered.answer;
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => saved).toHaveLength(2);
  await isOn('Wed 23 Sep');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(screen.getByRole('button', { name: /Boat house.*Tue 22 Sep/ })).toBeVisible();
  answered.give();
  await expect.poll(() => saved).toHaveLength(3);
  expect(entries()).toMatchObject([{ workDate: '2026-09-22', version: 4 }]);
});

test('a move on the clock is taken back, and done again, beside what a timer put there meanwhile', async () => {
  const { saved, isOn, entries, cell, press } = await openClock();
  const own = entryOf({ teamMemberID: 'm1', weekEndDate: SUNDAY });
  const { timesheetID } = own;
  const wasPut = (timer: string, workDate: string) =>
    entries().push({ ...own, timesheetID: timer, workDate });
  const dates = () => Object.fromEntries(entries().map((each) => [each.timesheetID, each.workDate]));
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => saved).toHaveLength(2);
  await isOn('Wed 23 Sep');
  wasPut('first timer', '2026-09-22');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => saved).toHaveLength(3);
  expect(dates()).toEqual({ [timesheetID]: '2026-09-22', 'first timer': '2026-09-22' });
  wasPut('second timer', '2026-09-23');
  await press('Week');
  await cell('Mon 21').click();
  await userEvent.keyboard('{Control>}y{/Control}');
  await expect.poll(() => saved).toHaveLength(4);
  expect(dates()).toEqual({
    [timesheetID]: '2026-09-23',
    'first timer': '2026-09-22',
    'second timer': '2026-09-23',
  });
});
