import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpPerson } from '../apps/server/src/testing/product-person.ts';
import { inspect, type Visitor } from './harness.ts';
import { openStudio, type Studio } from './studio.ts';

const password = 'paper-boats-on-water-7';
let world: Studio;
let owner: Visitor;
let workspace: string;

beforeAll(async () => {
  world = await openStudio({ BILLING: 'off' });
  workspace = world.workspace;
  owner = await world.visitor();
  await world.signIn(owner.page, 'olivia');
}, 240_000);

afterAll(() => world?.close());

const someone = () => `person-${randomBytes(4).toString('hex')}@example.com`;

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(`${world.base}/signin`);
  await page.getByLabel('Email address or username').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Runs in a browser of its own, whose console has to stay empty. */
async function asVisitor(run: (page: Page, visitor: Visitor) => Promise<void>): Promise<void> {
  const visitor = await world.visitor({ width: 390, height: 844 });
  await run(visitor.page, visitor);
  expect(visitor.problems()).toEqual([]);
  await visitor.close();
}

async function newestLink(email: string): Promise<string> {
  const { adminKey } = await world.product().access();
  const { json } = await world.product().send({
    method: 'GET',
    path: `/v0/outbox?to=${encodeURIComponent(email)}`,
    headers: { origin: world.base, authorization: `Bearer ${adminKey}` },
  });
  return json.results.find((mail: { link?: string }) => mail.link).link;
}

/** Who has just signed up is asked for a name once, then for the region. */
async function nameOneself(page: Page): Promise<void> {
  await page.getByLabel('Your name').waitFor();
  await page.getByLabel('Your name').fill('Nora New');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/select-region');
}

describe('refusals say what to do', () => {
  test('a wrong password', async () => {
    const other = await world.visitor({ width: 390, height: 844 });
    const { page } = other;
    await page.goto(`${world.base}/signin`);
    await page.getByLabel('Email address or username').fill('olivia@harbour-studio.example');
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password 1');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('alert').getByText('Incorrect email or password').waitFor();
    const field = page.getByRole('textbox', { name: 'Password' });
    // The refusal can be read a moment before its field is found: the part that does so may still be on its way.
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('another one 2');
    expect(await field.inputValue()).toBe('another one 2');
    expect.soft(await inspect(page, '15-wrong-password')).toEqual([]);
    expect(other.problems()).toEqual([]);
    await other.close();
  });

  test('an expired link', async () => {
    const other = await world.visitor();
    const { page } = other;
    await page.goto(`${world.base}/email-verification?status=expired&verified=false`);
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    expect.soft(await inspect(page, '16-expired')).toEqual([]);
    await other.close();
  });

  test('an address without a workspace', async () => {
    const other = await world.visitor();
    const answer = await other.page.goto(`http://nobody-here.${world.mainDomain}/time`);
    expect(answer?.status()).toBe(421);
    await other.page.getByRole('heading', { name: 'No workspace answers at this address' }).waitFor();
    expect.soft(await inspect(other.page, '17-no-workspace')).toEqual([]);
    await other.close();
  });
});

describe('what is said about an address', () => {
  test.each(['', '?verified=false'])('%s does not say that it is confirmed', (query) =>
    asVisitor(async (page) => {
      await page.goto(`${world.base}/email-verification${query}`);
      await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor();
      expect(await page.locator('main').textContent()).not.toContain('is confirmed');
    }),
  );

  test('while it is not confirmed, the way to a workspace says so and mails a new link', () =>
    asVisitor(async (page) => {
      const email = someone();
      await page.goto(`${world.base}/signup`);
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Choose a password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign up', exact: true }).click();
      await nameOneself(page);
      await page.getByText(`We sent a link to ${email}.`).waitFor();
      expect.soft(await inspect(page, '60-region-unconfirmed')).toEqual([]);
      await page.goto(`${world.base}/email-verification`);
      await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor();
      await page.getByRole('button', { name: 'Send a new link' }).click();
      await page.getByText('Email resent.').waitFor();
      expect.soft(await inspect(page, '61-unconfirmed')).toEqual([]);
      await page.goto(await newestLink(email));
      await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor();
      await page.goto(`${world.base}/email-verification?verified=false`);
      await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor();
    }));
});

describe('a forgotten password', () => {
  test('is asked for by an address alone, the one that was typed before', () =>
    asVisitor(async (page) => {
      await page.goto(`${world.base}/signin`);
      await page.getByLabel('Email address or username').fill('marcus@harbour-studio.example');
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
      expect(await page.getByLabel('Email address').inputValue()).toBe('marcus@harbour-studio.example');
      expect(await page.getByRole('textbox', { name: 'Password' }).count()).toBe(0);
      expect.soft(await inspect(page, '62-reset')).toEqual([]);
    }));

  test('once set anew is told by a toast that goes by itself, and not again', () =>
    asVisitor(async (page) => {
      await page.goto(`${world.base}/signin?reset=done&redirect=/x`);
      const toast = page.getByText('Password is set Successfully');
      await toast.waitFor();
      expect.soft(await inspect(page, '63-password-set')).toEqual([]);
      expect(page.url()).toBe(`${world.base}/signin?redirect=%2Fx`);
      await page.mouse.move(0, 0);
      await toast.waitFor({ state: 'detached' });
      await page.reload();
      await page.getByLabel('Email address or username').waitFor();
      expect(await toast.count()).toBe(0);
    }));
});

describe('links', () => {
  test('of an invitation name who invited to what; a spent one says so', async () => {
    const email = someone();
    const { page } = owner;
    await page.goto(`${workspace}/team?invite=1`);
    const dialog = page.getByRole('dialog', { name: 'Invite people' });
    await dialog.getByLabel('Email addresses').fill(email);
    await expect.poll(() => dialog.getByLabel('Role').locator('option').allTextContents()).toEqual(allRoles);
    await dialog.getByRole('button', { name: 'Send invitations' }).click();
    await page.getByText('Sent one invitation.').waitFor();
    await expect.poll(() => newestLink(email).catch(() => ''), { timeout: 20_000 }).toContain('type=invite');
    const link = await newestLink(email);
    await asVisitor(async (invited) => {
      await invited.goto(link);
      await invited.getByRole('heading', { name: 'You are invited' }).waitFor();
      await invited.getByText(/^Olivia .* invited you to Harbour Studio\.$/).waitFor();
      expect.soft(await inspect(invited, '64-invited')).toEqual([]);
      expect(await invited.locator('main').textContent()).not.toContain('another browser');
      const elsewhere = invited.getByRole('link', { name: 'Sign up' });
      await invited.getByText('You need not sign up: the invitation is your way in.').waitFor();
      expect(await elsewhere.count()).toBe(0);
      await invited.getByRole('button', { name: 'Continue' }).click();
      await invited.getByRole('button', { name: 'Join the workspace' }).click();
      await invited.getByText('Enter your name.').waitFor();
      await invited.getByLabel('Your name').fill('Ines Invited');
      await invited.getByRole('button', { name: 'Join the workspace' }).click();
      await invited.getByRole('heading', { name: 'You have joined Harbour Studio' }).waitFor();
      expect.soft(await inspect(invited, '64-way-in')).toEqual([]);
      await invited.getByLabel('Choose a password').fill(password);
      await invited.getByRole('button', { name: 'Set the password and go on' }).click();
      await invited.waitForURL(`${workspace}/time`);
    });
    await asVisitor(async (late) => {
      await late.goto(link);
      await late.getByRole('button', { name: 'No, this is not mine' }).click();
      await late.getByRole('link', { name: 'Sign up' }).waitFor();
      await late.goto(link);
      await late.getByRole('button', { name: 'Continue' }).click();
      await late.getByRole('heading', { name: 'This invitation is no longer open' }).waitFor();
    });
  });

  test('that are spent say so, also where they waited for a person who is signed in', async () => {
    const email = someone();
    await signUpPerson(world.product(), { email, password });
    const spent = await newestLink(email);
    await asVisitor(async (page) => {
      await logIn(page, email);
      await page.waitForURL('**/select-region');
      await page.goto(spent);
      await page.getByRole('button', { name: 'Yes, open it here' }).click();
      await page.waitForURL(`${world.base}/email-verification?status=expired&verified=true`);
      await page.getByText('This link was used already and your email address is confirmed.').waitFor();
      expect(new URL(page.url()).pathname).toBe('/email-verification');
    });
  });
});

const allRoles = ['Owner', 'Admin', 'Editor', 'Member'];

test('the countries of the phone box are found by typing in the built page', () =>
  asVisitor(async (page) => {
    await page.goto(`${world.base}/latchkey/gallery?screen=sms`);
    await page.getByRole('button', { name: 'Country: United States, US +1' }).click();
    const countries = page.getByRole('listbox', { name: 'Country' }).getByRole('option');
    await countries.filter({ hasText: 'Austria' }).waitFor();
    await page.getByRole('combobox', { name: 'Search country' }).pressSequentially('germ');
    await countries.filter({ hasText: 'Austria' }).waitFor({ state: 'detached' });
    expect(await countries.allTextContents()).toEqual(['Germany +49']);
  }));

describe('somebody who is signed in', () => {
  test('is told why they were sent to the root', async () => {
    const { page } = owner;
    await page.goto(`${world.base}/?error=unauthorize_access`);
    await page.getByRole('heading', { name: 'Your workspaces' }).waitFor();
    await page.getByRole('alert').getByText('You do not have access to that page.').waitFor();
    expect.soft(await inspect(page, '65-unauthorized')).toEqual([]);
  });

  test('is asked which workspace to archive where the address names none', async () => {
    const { page } = owner;
    await page.goto(`${world.base}/archive-workspace`);
    await page.getByRole('heading', { name: 'Which workspace?' }).waitFor();
    expect.soft(await inspect(page, '66-which')).toEqual([]);
    const first = page.getByRole('main').getByRole('listitem').getByRole('link').first();
    expect(await first.getAttribute('href')).toMatch(/^\/archive-workspace\?workspace=[a-z0-9-]+$/);
  });

  test('reads that the subdomain is missing where a form needs one', async () => {
    const { page } = owner;
    await page.goto(`${world.base}/create-new-workspace`);
    await page.getByLabel('Workspace name').fill('日本');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByText('Subdomain is missing. Enter an address.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/create-new-workspace');
  });
});

describe('where somebody was', () => {
  test('is remembered over reloads and hosts', async () => {
    const { page } = owner;
    await page.goto(`${workspace}/projects`);
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await page.getByRole('link', { name: 'Clients' }).first().click();
    await page.getByRole('heading', { name: 'Clients' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Clients' }).waitFor();
    const paths = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('stint.paths') ?? '{}'));
    await expect.poll(paths).toEqual({ current: `${workspace}/clients`, previous: `${workspace}/projects` });
    await page.goto(`${workspace}/archive-workspace`);
    const keep = page.getByRole('link', { name: 'Keep it' });
    await expect.poll(() => keep.getAttribute('href')).toBe(`${workspace}/clients`);
    await page.goto(`${workspace}/nowhere`);
    await page.getByRole('link', { name: 'Back to where you were' }).waitFor();
  });

  test('with the view, for the person and workspace, and /_app leads there', async () => {
    const { page } = owner;
    await page.goto(`${workspace}/projects?archived=true`);
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    const keys = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('tm-')));
    await expect.poll(keys).toEqual([expect.stringMatching(/^tm-[\da-f-]{36}-[\w]{8}$/)]);
    await page.goto(`${workspace}/_app`);
    await page.waitForURL(`${workspace}/projects?archived=true`);
  });
});

describe('in a workspace', () => {
  test('a project has a type of the workspace', async () => {
    const { page } = owner;
    await page.goto(`${workspace}/projects?new=1`);
    const dialog = page.getByRole('dialog', { name: 'Add project' });
    const type = dialog.getByLabel('Project type');
    await expect.poll(() => type.locator('option').count()).toBeGreaterThan(1);
    const internal = type.locator('option').filter({ hasText: /internal/i });
    await type.selectOption((await internal.textContent()) ?? '');
    await expect.poll(() => dialog.getByLabel('Time is billable').isChecked()).toBe(false);
    await dialog.getByLabel('Name').fill('Kitchen table');
    expect.soft(await inspect(page, '66-project-type')).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Created Kitchen table.').waitFor();
  });

  test('full dates follow the setting', async () => {
    const { page } = owner;
    await page.goto(`${workspace}/team`);
    await page
      .getByText(/^\d{4}-\d\d-\d\d$/)
      .first()
      .waitFor();
    await page.goto(`${workspace}/settings`);
    await page.getByLabel('Dates').selectOption('DD.MM.YYYY');
    await page.locator('form').filter({ hasText: 'Dates' }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.goto(`${workspace}/team`);
    await page
      .getByText(/^\d\d\.\d\d\.\d{4}$/)
      .first()
      .waitFor();
    await expect.poll(() => page.getByText(/^\d{4}-\d\d-\d\d$/).count()).toBe(0);
  });

  test('the billing page says what the plans are, in the words of the public page', async () => {
    const { page } = owner;
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/Content'));
    await page.goto(`${workspace}/billing`);
    expect((await answered).status()).toBe(200);
    const link = page.getByRole('main').getByRole('link', { name: 'Plans and pricing' });
    expect(await link.getAttribute('href')).toBe(`${world.base}/plans-and-pricing`);
  });

  test('a region that cannot be had is said, and the page still renders', async () => {
    // The worker would ask for the page where no route of a test sees it.
    const { page, context, problems, close } = await world.visitor({ serviceWorkers: 'block' });
    await context.addCookies(await owner.context.cookies());
    await page.route('**/api/RegionMaster/GetRegionCode', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    );
    const report = page.waitForRequest((request) => new URL(request.url()).pathname === '/errors');
    // A page that brings the region along asks for it no more: as whoever is no navigation it comes without.
    await page.route(`${workspace}/time`, async (route) => {
      const { cookie = '' } = await route.request().allHeaders();
      const headers = { cookie, 'sec-fetch-dest': 'empty' };
      const asked = { method: 'GET', path: '/time', host: new URL(workspace).host, headers };
      const { text } = await world.product().send(asked);
      await route.fulfill({ contentType: 'text/html', body: text });
    });
    await page.goto(`${workspace}/time`);
    await page.getByText('problem with getting region. Please try again.').waitFor();
    await page.getByRole('region', { name: 'State of this week' }).waitFor();
    expect(await page.locator('#stint-first-answers').count()).toBe(0);
    expect((await report).postDataJSON()).toMatchObject({ message: '500 internal', path: '/time' });
    expect(problems()).toEqual([]);
    await close();
  });

  test('the console stayed empty so far', () => expect(owner.problems()).toEqual([]));

  test('an error while rendering shows both stacks and is reported to the own host', async () => {
    const { page } = owner;
    await page.route('**/api/TeamMember/GetTeam/**', (route) => route.fulfill({ json: [null] }));
    const reported = page.waitForResponse((response) => new URL(response.url()).pathname === '/errors');
    await page.goto(`${workspace}/team`);
    await page.getByRole('heading', { name: 'An Error Occurred' }).waitFor();
    await page.getByText('Details').click();
    const read = () => page.locator('pre').allInnerTexts();
    await expect.poll(async () => (await read()).filter(Boolean).length).toBe(2);
    const stacks = await read();
    expect(stacks[0]).toMatch(/^TypeError: .*\n\s+at /);
    expect(stacks[1]?.split('\n')).toHaveLength(10);
    expect.soft(await inspect(page, '67-error')).toEqual([]);
    const answer = await reported;
    expect(answer.status()).toBe(204);
    expect(answer.request().postDataJSON()).toEqual({
      message: expect.stringContaining('TypeError'),
      stack: expect.stringContaining('at '),
      componentStack: expect.stringContaining('at '),
      path: '/team',
    });
    await page.unroute('**/api/TeamMember/GetTeam/**');
    await page.getByRole('button', { name: 'Reload the Page' }).click();
    await page.getByRole('heading', { name: 'Team' }).waitFor();
  });
});
