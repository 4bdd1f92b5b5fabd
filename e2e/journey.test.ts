import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspect, openWorld, settled, type Visitor, type World } from './harness.ts';

let world: World;
let visitor: Visitor;

/** Saying so takes as long as it takes; what is wrong stays wrong. */
const PATIENT = { timeout: 15_000 };

const email = 'ada@harbour.example';
const password = 'correct horse battery 9';

beforeAll(async () => {
  world = await openWorld();
  visitor = await world.visitor();
}, 180_000);

afterAll(() => world?.close());

/** The path of the first recorded week, in order; each step leaves the page where the next one begins. */
describe('the thin path', () => {
  test('the public home leads to sign-up, without a finding in either colour mode', async () => {
    const { page } = visitor;
    await page.goto(world.base);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect.soft(await inspect(page, '01-home')).toEqual([]);
    await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).click();
    await page.waitForURL('**/signup');
  });

  test('signing up with an email address and a password leads to the choice of a region', async () => {
    const { page } = visitor;
    await page.getByLabel('Email address').waitFor();
    expect.soft(await inspect(page, '02-signup')).toEqual([]);
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('textbox', { name: 'Choose a password' }).fill(password);
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await page.getByLabel('Your name').waitFor();
    expect.soft(await inspect(page, '02-your-name')).toEqual([]);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/select-region');
    await page.getByRole('radio', { name: /European Union/ }).waitFor();
    expect.soft(await inspect(page, '03-region')).toEqual([]);
  });

  test('the verification mail is opened from the outbox', async () => {
    const { page, context } = visitor;
    const outbox = await context.newPage();
    await outbox.goto(`${world.base}/outbox`);
    const message = outbox.getByRole('listitem').filter({ hasText: email }).first();
    await message.waitFor();
    expect.soft(await inspect(outbox, '04-outbox')).toEqual([]);
    await message.getByRole('link', { name: 'Open the link' }).click();
    const confirm = outbox.getByRole('button', { name: /open|sign in|continue|confirm/i });
    const confirmed = outbox.getByRole('heading', { name: 'Your email address is confirmed' });
    await confirmed.or(confirm).first().waitFor();
    if (!(await confirmed.isVisible())) await confirm.first().click();
    await confirmed.waitFor();
    expect.soft(await inspect(outbox, '05-verified')).toEqual([]);
    await outbox.close();
    await page.bringToFront();
  });

  test('a workspace gets its address from its name, and says at once whether it is free', async () => {
    const { page } = visitor;
    await page.getByRole('radio', { name: /European Union/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/create-new-workspace');
    await page.getByLabel('Workspace name').fill('API');
    await page.getByText('This address is reserved. Choose another one.').waitFor();
    await page.getByLabel('Workspace name').fill('Harbour & Söhne');
    expect(await page.getByLabel('Address').inputValue()).toBe('harbour-and-sohne');
    await page.getByText('This address is free.').waitFor();
    expect.soft(await inspect(page, '06-create-workspace')).toEqual([]);
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.waitForURL('**/welcome**');
    await page.getByRole('heading', { name: 'Harbour & Söhne is ready' }).waitFor();
    expect.soft(await inspect(page, '07-welcome')).toEqual([]);
  });

  test('the hand-over opens the week at the address of the workspace', async () => {
    const { page } = visitor;
    await page.getByRole('link', { name: 'Open the workspace' }).click();
    await page.waitForURL(`http://harbour-and-sohne.${world.mainDomain}/time`);
    await page.getByRole('heading', { name: 'No time in this week yet' }).waitFor();
    expect.soft(await inspect(page, '08-empty-week')).toEqual([]);
  });

  test('a row is added by creating client, project and activity', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Add a row' }).first().click();
    await page.getByRole('combobox', { name: 'Project, activity or client' }).fill('Website');
    await page.getByRole('option', { name: 'Create project “Website”' }).click();
    await createInline(page, 'Client', 'Acme');
    await createInline(page, 'Activity', 'Design');
    expect.soft(await inspect(page, '09-add-row')).toEqual([]);
    await page.getByRole('button', { name: 'Add row' }).click();
    await page.getByRole('rowheader', { name: /Website/ }).waitFor();
  });

  test.each([
    [0, '7:30', '7:30'],
    [1, '7.5', '7:30'],
    [2, '7,25', '7:15'],
    [3, '7h30', '7:30'],
    [4, '450m', '7:30'],
    [5, '1h 5m', '1:05'],
    [6, '2', '2:00'],
  ])('day %i takes hours as %s', async (day, typed, shown) => {
    const { page } = visitor;
    const cell = page.locator(`input[data-row="0"][data-day="${day}"]`);
    await cell.click();
    await page.keyboard.type(typed);
    if (typed !== shown) await page.getByText(`= ${shown}`).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => cell.inputValue(), PATIENT).toBe(shown);
  });

  test('totals, the billable bar and the saved state follow', async () => {
    const { page } = visitor;
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('cell', { name: '40:20', exact: true }).last().waitFor();
    const bar = page.getByRole('region', { name: 'Week total' });
    await expect.poll(() => bar.textContent(), PATIENT).toBe('40:20 of 40:20 billable (100.0 %)');
  });

  test('a second row is not billable; a comment is kept with its hours', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Add a row' }).first().click();
    await page.getByRole('combobox', { name: 'Project, activity or client' }).fill('Internal');
    await page.getByRole('option', { name: 'Create project “Internal”' }).click();
    await page.getByRole('button', { name: 'Add row' }).click();
    await page.getByRole('rowheader', { name: /Internal/ }).waitFor();
    await page.getByRole('button', { name: 'Details of Internal, Mon' }).first().focus();
    // Where there is room for them, the details stand beside the sheet.
    await page.setViewportSize({ width: 1600, height: 900 });
    await page.locator('input[data-row="1"][data-day="0"]').focus();
    await page.keyboard.press('Alt+Enter');
    const details = page.getByRole('complementary', { name: /^Internal, Mon/ });
    await details.getByLabel('Hours').fill('1:15');
    await details.getByLabel('Comment').fill('Planning with the crew');
    await details.getByLabel('Billable').uncheck();
    expect.soft(await inspect(page, '10-details')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    const bar = page.getByRole('region', { name: 'Week total' });
    await expect.poll(() => bar.textContent(), PATIENT).toBe('40:20 of 41:35 billable (97.0 %)');
    expect.soft(await inspect(page, '11-week')).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('a day over 24:00 is flagged with the amount over', async () => {
    const { page } = visitor;
    await page.locator('input[data-row="1"][data-day="6"]').fill('22:15');
    await page.keyboard.press('Enter');
    await page.getByText('0:15 over 24:00').waitFor();
    await page.getByText(/Sun \d+ \w+ has 0:15 more than 24:00/).waitFor();
    expect.soft(await inspect(page, '12-over-24')).toEqual([]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByText('0:15 over 24:00').count(), PATIENT).toBe(0);
  });

  test('a reload, signing out and in, and a restart of the server: all is there', async () => {
    const { page } = visitor;
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await expectWeek(page);
    await page.getByTitle(/^Menu of/).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/signin**');
    await page.getByLabel('Email address or username').waitFor();
    expect.soft(await inspect(page, '21-signin')).toEqual([]);
    await world.restart();
    await signIn(page);
    await page.waitForURL(`http://harbour-and-sohne.${world.mainDomain}/time`);
    await expectWeek(page);
  });

  test('last week is copied with its hours', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: /^Next week/ }).click();
    await page.getByRole('heading', { name: 'No time in this week yet' }).waitFor();
    await page.getByRole('button', { name: 'Copy last week' }).first().click();
    await page.getByRole('menuitem', { name: 'Rows and hours', exact: true }).click();
    await page.getByText('Copied 2 rows.').waitFor();
    await expectWeek(page);
    expect(new URL(page.url()).searchParams.get('week')).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});

describe('nothing typed is lost', () => {
  test('offline: the change is kept, counted and saved when the connection is back', async () => {
    const { page, context } = visitor;
    await context.setOffline(true);
    await page.locator('input[data-row="0"][data-day="0"]').fill('5:00');
    await page.keyboard.press('Enter');
    await page.getByText(/You are offline\. One change is kept on this device/).waitFor();
    expect.soft(await inspect(page, '13-offline')).toEqual([]);
    await context.setOffline(false);
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await expect
      .poll(() => page.locator('input[data-row="0"][data-day="0"]').inputValue(), PATIENT)
      .toBe('5:00');
  });

  test('a session that ends while something is being typed: it is kept through signing in again', async () => {
    const { page, context } = visitor;
    const week = page.url();
    await settled(page);
    // Nobody enters it: within seconds the page hears by itself that the session is over, and leaves.
    await page.locator('input[data-row="0"][data-day="1"]').fill('4:45');
    await endSessions(context);
    await page.waitForURL('**/signin**');
    await page.getByText('One change of your timesheet is kept on this device').waitFor();
    expect.soft(await inspect(page, '14-signed-out')).toEqual([]);
    await signIn(page);
    await page.waitForURL(week);
    await expect
      .poll(() => page.locator('input[data-row="0"][data-day="1"]').inputValue(), PATIENT)
      .toBe('4:45');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  });
});

test('a second person in a second workspace sees nothing of the first, and may not take its address', async () => {
  const other = await world.visitor();
  const { page } = other;
  await page.goto(`${world.base}/signup`);
  await page.getByLabel('Email address').fill('bo@elsewhere.example');
  await page.getByRole('textbox', { name: 'Choose a password' }).fill('another horse battery 7');
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.getByLabel('Your name').waitFor();
  await page.getByLabel('Your name').fill('Bo Berg');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/select-region');
  await page.getByRole('radio', { name: /United States/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Workspace name').fill('Harbour and Sohne');
  await page.getByText('This address is already taken. Choose another one.').waitFor();
  await page.getByLabel('Workspace name').fill('Elsewhere');
  await page.getByText('This address is free.').waitFor();
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await page.getByRole('link', { name: 'Open the workspace' }).click();
  await page.getByRole('heading', { name: 'No time in this week yet' }).waitFor();
  for (const name of ['Projects', 'Clients']) {
    await page.getByRole('navigation').getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('heading', { level: 2, name: /^No .* yet$/ }).waitFor();
    expect(await page.getByText(/Website|Acme/).count()).toBe(0);
  }
  await page.goto(`http://harbour-and-sohne.${world.mainDomain}/time`);
  await page.getByRole('heading', { name: 'You are not a member of this workspace' }).waitFor();
  expect.soft(await inspect(page, '18-not-a-member')).toEqual([]);
  expect(other.problems()).toEqual([]);
  await other.close();
});

test.each(['projects', 'clients', 'activities', 'team', 'settings', 'billing'])(
  'the page %s has no finding in either colour mode',
  async (name) => {
    const { page } = visitor;
    await page.goto(`http://harbour-and-sohne.${world.mainDomain}/${name}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    expect.soft(await inspect(page, `20-${name}`)).toEqual([]);
  },
);

test('an owner archives the workspace and brings it back', async () => {
  const { page } = visitor;
  await page.goto(`http://harbour-and-sohne.${world.mainDomain}/settings`);
  await page.getByRole('link', { name: 'Archive this workspace…' }).click();
  await page.waitForURL('**/archive-workspace?workspace=harbour-and-sohne');
  await page.getByRole('heading', { name: 'Archive Harbour & Söhne?' }).waitFor();
  expect.soft(await inspect(page, '24-archive')).toEqual([]);
  await page.getByRole('button', { name: 'Archive workspace' }).click();
  await page.getByRole('heading', { name: 'Harbour & Söhne is archived' }).waitFor();
  await page.getByRole('link', { name: 'Choose a workspace' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Archived' }).waitFor();
  expect.soft(await inspect(page, '25-chooser')).toEqual([]);
  await page.getByRole('link', { name: /Harbour & Söhne/ }).click();
  // Its sessions ended with it. Who comes before the gateway has heard of that sees the week, and is led to a new session then.
  const followed = page.waitForResponse((answer) => answer.url().includes('/api/Changes') && answer.ok());
  await page.getByRole('button', { name: 'Restore workspace' }).click();
  await page.waitForURL(`http://harbour-and-sohne.${world.mainDomain}/time`);
  await page.getByRole('rowheader', { name: /Website/ }).waitFor();
  await followed;
});

test.each([390, 768])('the week fits %i px, without a finding in either colour mode', async (width) => {
  const { page } = visitor;
  await page.setViewportSize({ width, height: 844 });
  await page.goto(`http://harbour-and-sohne.${world.mainDomain}/time`);
  await page
    .getByLabel(/^Hours, Acme › Website › Design/)
    // A phone begins with the list of the day.
    .or(page.getByRole('button', { name: 'Move Acme › Website › Design' }))
    .first()
    .waitFor();
  expect.soft(await inspect(page, `22-time-${width}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('everything is reached by keys alone', async () => {
  const { page } = visitor;
  await page.goto(`http://harbour-and-sohne.${world.mainDomain}/time`);
  await page.getByRole('rowheader', { name: /Website/ }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect.soft(await inspect(page, '23-keys')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Go to or do' }).waitFor();
  await page.keyboard.type('cli');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/clients');
  await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('acm');
  await page.waitForURL((url) => url.searchParams.get('q') === 'acm');
  await page.getByRole('cell', { name: 'Acme', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('h1').click();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.waitForURL('**/time');
  await page.keyboard.press('[');
  await page.waitForURL('**/time?week=*');
});

test('the console stayed empty all the way', () => {
  expect(visitor.problems()).toEqual([]);
});

async function createInline(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(name);
  await page.getByRole('option', { name: `Create “${name}”` }).click();
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email address or username').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Website with its seven days, Internal with one; the same in this week and its copy. */
async function expectWeek(page: Page): Promise<void> {
  const row = (index: number) => page.locator(`input[data-row="${index}"]`);
  await row(1).first().waitFor();
  const values = async (index: number) =>
    Promise.all((await row(index).all()).map((input) => input.inputValue()));
  await expect
    .poll(() => values(0), PATIENT)
    .toEqual(['7:30', '7:30', '7:15', '7:30', '7:30', '1:05', '2:00']);
  expect(await values(1)).toEqual(['1:15', '', '', '', '', '', '']);
}

/**
 * Ends every session of the person at the provider, as an admin or another device would, and waits until the gateway
 * knows of it: it asks for changes every two seconds, and a save before that is still taken.
 */
async function endSessions(context: Visitor['context']): Promise<void> {
  const cookies = await context.cookies();
  const { tenantId } = await world.product().access();
  const access = cookies.find(({ name }) => name === `access.${tenantId}`);
  const answer = await world.product().send({
    method: 'GET',
    path: '/v0/auth/logout',
    headers: { authorization: `Bearer ${access?.value ?? ''}` },
  });
  expect(answer.status).toBe(200);
  const host = `harbour-and-sohne.${world.mainDomain}`;
  const own = cookies.find(({ name, domain }) => name.startsWith('access.') && host.startsWith(domain));
  const ask = async () => {
    const headers = { authorization: `Bearer ${own?.value ?? ''}` };
    return (await world.product().send({ method: 'GET', path: '/api/AppRole', host, headers })).text;
  };
  await expect.poll(ask, PATIENT).toBe('Please re-login.');
}
