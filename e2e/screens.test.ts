import { dateWords } from '@stint/domain/time/date-words.ts';
import { addWeeks, weekEndOf, weekLabel } from '@stint/domain/time/week.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspect, settled, type Visitor } from './harness.ts';
import { addTime, ask, openStudio, type Studio } from './studio.ts';

let studio: Studio;
let owner: Visitor;
let member: Visitor;
let workspace: string;

const now = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  studio = await openStudio({ BILLING: 'off' });
  workspace = studio.workspace;
  owner = await studio.visitor();
  member = await studio.visitor();
  await Promise.all([studio.signIn(owner.page, 'olivia'), studio.signIn(member.page, 'amir')]);
}, 600_000);

afterAll(() => studio?.close());

test('without billing the billing page says that every workspace is active, and offers nothing to pay', async () => {
  const { page } = owner;
  await page.goto(`${workspace}/billing`);
  await page.getByText('This installation runs without billing. Every workspace is active.').waitFor();
  await page.getByText('Active', { exact: true }).waitFor();
  expect(await page.locator('main').getByRole('button').count()).toBe(0);
  expect.soft(await inspect(page, '50-billing-off')).toEqual([]);
});

describe('an approved week', () => {
  const reason = 'The client moved the budget';
  /** Two of the member's, decided before today: when they were late or had time off in the demo workspace is chance. */
  let reopened: string;
  let kept: string;

  test('is opened again by the owner, not without a reason', async () => {
    const { page } = owner;
    const [from, to] = [addWeeks(weekEndOf(now), -12), addWeeks(weekEndOf(now), -4)];
    const weeks = await ask<{ firstName: string; weekEndDate: string }[]>(
      page,
      `TimeSheet/Weeks?status=approved&from=${from}&to=${to}&size=200`,
    );
    const theirs = weeks.filter(({ firstName }) => firstName === 'Amir').map((week) => week.weekEndDate);
    [reopened = '', kept = ''] = theirs.toSorted((a, b) => b.localeCompare(a));
    await page.goto(`${workspace}/approvals?tab=approved`);
    await page
      .getByRole('button', { name: /Amir Haddad/ })
      .filter({ hasText: weekLabel(reopened, dateWords('en')) })
      .click();
    await page.getByRole('article', { name: 'Hours of Amir Haddad' }).waitFor();
    await page.getByRole('button', { name: 'Reopen' }).click();
    const dialog = page.getByRole('dialog', { name: /^Reopen .* of Amir Haddad$/ });
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await dialog.getByText('Say why the approved week is reopened.').waitFor();
    expect.soft(await inspect(page, '51-reopen')).toEqual([]);
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await page.getByText('The week is reopened.').waitFor();
  });

  test('is then open to its person, who cannot open one themself', async () => {
    const { page } = member;
    await page.goto(`${workspace}/time?week=${reopened}`);
    const state = page.getByRole('region', { name: 'State of this week' });
    await state.getByText('Open', { exact: true }).waitFor();
    await state.getByText(/^Reopened: Olivia Hart, /).waitFor();
    await page.goto(`${workspace}/time?week=${kept}`);
    await state.getByText('Approved', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Reopen' }).count()).toBe(0);
  });

  test('of the own is opened again from the week itself', async () => {
    const { page } = owner;
    await page.goto(`${workspace}/time?week=${addWeeks(weekEndOf(now), -3)}`);
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill(reason);
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
    await page
      .getByRole('region', { name: 'State of this week' })
      .getByText('Open', { exact: true })
      .waitFor();
    expect(await page.getByRole('button', { name: 'Reopen' }).count()).toBe(0);
  });
});

test('the year strip shows the state of each week, follows a step and leads to a week', async () => {
  const { page } = owner;
  const [shown, before] = [addWeeks(weekEndOf(now), -3), addWeeks(weekEndOf(now), -4)];
  const strip = page.getByRole('navigation', { name: /^Weeks of \d{4}$/ });
  await strip
    .getByRole('button', { name: `${weekLabel(shown, dateWords('en'))}: Open`, exact: false })
    .waitFor();
  await strip.and(page.locator('[aria-busy="false"]')).waitFor();
  await strip.locator('[aria-current]').focus();
  await page.keyboard.press('ArrowLeft');
  const name = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  // In the last days of January the week before stands in the strip of another year.
  const isSameYear = before.slice(0, 4) === shown.slice(0, 4);
  expect(isSameYear ? name : `${weekLabel(before, dateWords('en'))}: Approved, 0:00`).toMatch(
    new RegExp(`^${weekLabel(before, dateWords('en'))}: Approved, \\d+:\\d\\d$`),
  );
  await page.keyboard.press(isSameYear ? 'Enter' : '[');
  await page.waitForURL(`**/time?week=${before}`);
  await page.getByRole('heading', { name: weekLabel(before, dateWords('en')) }).waitFor();
  expect.soft(await inspect(page, '52-year')).toEqual([]);
});

test('the list of keys names those of the inbox', async () => {
  const { page } = owner;
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByRole('heading', { name: 'In approvals' }).waitFor();
  const inbox = dialog.locator('section').filter({ hasText: 'In approvals' });
  expect(await inbox.locator('kbd').allTextContents()).toEqual(['J', 'K', 'A', 'X', 'E']);
  expect.soft(await inspect(page, '53-keys')).toEqual([]);
  await page.keyboard.press('Escape');
});

test('mails are switched off in the settings, one by one, and stay off', async () => {
  const { page } = member;
  await page.goto(`${workspace}/settings`);
  await page.getByRole('checkbox', { name: 'Reminders' }).uncheck();
  await page.getByText('Saved.').waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole('checkbox', { name: 'Reminders' }).isChecked()).toBe(false);
  expect(await page.getByRole('checkbox', { name: 'Weekly digest' }).isChecked()).toBe(true);
  expect.soft(await inspect(page, '54-notifications')).toEqual([]);
});

test('before a week is handed in its panel names archived projects', async () => {
  const { page } = owner;
  await addTime(page, weekEndOf(now), [['Studio', 'Administration']]);
  await page.goto(`${workspace}/projects`);
  await page.getByRole('button', { name: 'Actions for Studio' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByText('Archived Studio.').waitFor();
  await page.goto(`${workspace}/time?week=${weekEndOf(now)}`);
  await page.getByRole('button', { name: 'Submit week' }).click();
  await page.getByText('There is time on archived projects: Studio.').waitFor();
  expect(await page.getByRole('dialog').getByLabel('Note').isEnabled()).toBe(true);
  await page.keyboard.press('Escape');
});

/** The longest name that is taken, once as words and once as a single one. */
const longNames = [
  `${'Überarbeitung der Buchung '.repeat(8)}`.slice(0, 199).padEnd(200, 'x'),
  'Kapitänsmütze'.repeat(16).slice(0, 200),
];

test('names of 200 letters widen no list, grid or dialog at any width', async () => {
  const { page } = owner;
  for (const [path, add] of [
    ['projects', 'Add project'],
    ['clients', 'Add client'],
    ['activities', 'Add activity'],
  ] as const) {
    for (const name of longNames) {
      await page.goto(`${workspace}/${path}`);
      await page.getByRole('button', { name: add }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill(name);
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
  }
  await page.goto(`${workspace}/time`);
  await page.getByRole('button', { name: 'Add a row' }).first().click();
  await page.getByLabel('Project, activity or client').fill('Kapitäns');
  await page.getByRole('option').first().click();
  for (const path of ['time', 'projects', 'clients', 'activities', 'team', 'settings', 'approvals']) {
    await page.goto(`${workspace}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [390, 844],
      // A window of 1440 px at 200 %.
      [720, 450],
    ] as const) {
      await page.setViewportSize({ width, height });
      // What another width shows may be asked for first.
      await settled(page);
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft([path, width, Math.max(0, excess)]).toEqual([path, width, 0]);
    }
  }
});

test('a project behind the first hundred combinations is found by typing, and not offered as a new one', async () => {
  const { page } = owner;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${workspace}/projects`);
  await page.getByRole('button', { name: 'Add project' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Zeppelin museum');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto(`${workspace}/time`);
  await page.getByRole('button', { name: 'Add a row' }).first().click();
  await page.getByLabel('Project, activity or client').fill('meeting zepp');
  await page.getByRole('option', { name: /^Zeppelin museum · Team meeting/ }).click();
  const row = page.getByRole('rowheader', { name: /Zeppelin museum/ });
  await row.waitFor();
  expect(await row.count()).toBe(1);
});

test('dialogs about a project with the longest name stay as wide as they are', async () => {
  const { page } = owner;
  await page.getByRole('button', { name: 'Add a row' }).first().click();
  await page.getByLabel('Project, activity or client').fill('Kapitänsmütze');
  await page
    .getByRole('option', { name: /^Kapit/ })
    .first()
    .click();
  const cell = page.getByLabel(/^Hours, Kapit/).first();
  await cell.fill('1:15');
  await cell.press('Enter');
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  // On wide screens the details stand beside the sheet.
  await page.setViewportSize({ width: 1280, height: 900 });
  const openers = [
    () =>
      page
        .getByRole('button', { name: /^Details of Kapit/ })
        .first()
        .click({ force: true }),
    () => page.getByRole('button', { name: 'Submit week' }).click(),
  ];
  for (const open of openers) {
    await open();
    await page.getByRole('dialog').waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const excess = await page.evaluate(() =>
        [...document.querySelectorAll('dialog[open], dialog[open] > *')].map(
          (part) => part.scrollWidth - part.clientWidth,
        ),
      );
      expect.soft(excess.filter((each) => each > 0)).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('the console stayed empty all the way', () => {
  expect([...owner.problems(), ...member.problems()]).toEqual([]);
});
