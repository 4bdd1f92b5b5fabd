import { readFile } from 'node:fs/promises';
import { addDays } from '@stint/domain/time/plain-date.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agency, openAgency, type Seat } from './agency.ts';
import { inspect, settled, type Visitor } from './harness.ts';

let agency: Agency;
let owner: Visitor;
let member: Visitor;
let team: Seat[];
/** Whose week comes back. */
let mia: Seat;
let projectID: string;

/** Saying so takes as long as it takes; what is wrong stays wrong. */
const PATIENT = { timeout: 60_000 };

const names = ['Mia Wolf', 'Ben Adler', 'Cem Kaya', 'Dora Lang', 'Eli Roth'];
const emailOf = (name: string) => `${name.split(' ')[0]?.toLowerCase()}@agency.example`;

/** Of last month, whatever day it is: three whole weeks lie in every month. */
const today = new Date().toISOString().slice(0, 10);
const lastMonth = addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
const firstSunday = weekEndOf(`${lastMonth}-01`);
const firstWeek = firstSunday.endsWith('-07') ? firstSunday : addDays(firstSunday, 7);
const weeks = [firstWeek, addDays(firstWeek, 7), addDays(firstWeek, 14)] as const;
/** Tuesday of the second week is the last day at $80.00; from Wednesday on an hour is $95.55. */
const rise = addDays(weeks[1], -4);

beforeAll(async () => {
  agency = await openAgency();
  owner = await agency.visitorOf(agency.owner);
}, 300_000);

afterAll(() => agency?.close());

/** No finding on a screen and on a phone in either colour mode, and no wider than the phone. */
async function look(page: Page, name: string): Promise<void> {
  expect.soft(await inspect(page, name)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  expect.soft(await inspect(page, `${name}-390`)).toEqual([]);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(over, `${name} is wider than a phone`).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The month of an agency, in order; each step begins where the one before ended. */
test('a program of the owner’s wants to hear of each step of a week', async () => {
  const { page } = owner;
  await page.goto(`${agency.site}/settings/programs`);
  await page.getByLabel('Address', { exact: true }).fill(agency.receiver.url);
  for (const step of ['submitted', 'disapproved', 'approved'])
    await page.getByLabel(`timesheet.${step}`).check();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const secret = (await page.locator('code').filter({ hasText: 'whsec_' }).textContent()) ?? '';
  await page.getByText(agency.receiver.url).waitFor();
  expect(secret).toMatch(/^whsec_/);
  agency.receiver.secret = secret;
});

test('the owner invites five people at once, and they join by their links', async () => {
  const { page } = owner;
  await page.goto(`${agency.site}/team`);
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByLabel('Email addresses').fill(names.map(emailOf).join('\n'));
  expect.soft(await inspect(page, 'a1-invite')).toEqual([]);
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await page.getByText('Sent 5 invitations.').waitFor();
  const open: { invitationID: string; email: string }[] = await agency.owner.ask('GET', 'Invitations');
  team = [];
  for (const name of names) {
    const { invitationID } = open.find(({ email }) => email === emailOf(name)) ?? {};
    const { link } = await agency.owner.ask('POST', `Invitations/${invitationID}/Link`);
    const seat = await agency.join(name, emailOf(name), link);
    if (name === 'Mia Wolf') mia = seat;
    team.push(seat);
  }
  for (const name of names) await page.getByRole('link', { name, exact: true }).waitFor();
});

test('each of them records three weeks', async () => {
  const [{ projectTypeID }] = await agency.owner.ask('GET', 'ProjectTypeMaster');
  const client = await agency.owner.ask('POST', 'Clients', { clientName: 'Ferry line' });
  ({ projectID } = await agency.owner.ask('POST', 'Projects', {
    projectName: 'Ferry app',
    projectTypeID,
    clientID: client.clientID,
    isBillable: true,
    rateMode: 'project',
    hourlyRate: 8_000,
  }));
  for (const person of team)
    for (const weekEndDate of weeks) await record(person, weekEndDate, [455, 455, 455, 455, 455]);
  const { trackedMinutes } = await agency.owner.ask('GET', `Projects/${projectID}`);
  expect(trackedMinutes).toBe(75 * 455);
});

test('a rate that rises in the middle of the month says to the cent what it changes', async () => {
  const { page } = owner;
  await page.goto(`${agency.site}/projects/${projectID}`);
  await page.getByRole('link', { name: 'Team and rates' }).click();
  await page.getByRole('row', { name: /From the beginning/ }).waitFor();
  await page.getByRole('textbox', { name: /^An hour/ }).fill('95.55');
  await page.getByLabel('From', { exact: true }).fill(rise);
  // Forty days of 7:35: each is $606.67, and will be $724.59.
  await page.getByText('This changes 303:20 open hours: $24,266.80 → $28,983.60.').waitFor();
  await look(page, 'a2-rate');
  await page.getByRole('button', { name: 'Set a rate' }).click();
  await page.getByRole('row', { name: /95\.55/ }).waitFor();
  expect(await page.getByRole('row', { name: /80\.00/ }).count()).toBe(1);
});

test('a member submits her weeks; one comes back with a reason, is corrected and handed in again', async () => {
  member = await agency.visitorOf(mia);
  const { page } = member;
  for (const { ask, teamMemberID } of team) {
    const isMia = teamMemberID === mia.teamMemberID;
    for (const weekEndDate of isMia ? weeks.slice(0, 2) : weeks) {
      const { week } = await ask('GET', `TimeSheet/GetByWeek/${teamMemberID}/${weekEndDate}`);
      await ask('POST', 'TimeSheet/Submit', {
        items: [{ teamMemberID, weekEndDate, version: week.version }],
      });
    }
  }
  await page.goto(`${agency.site}/time?view=week&week=${weeks[2]}`);
  await submit(page, 'Submit week');

  await owner.page.goto(`${agency.site}/approvals`);
  await chooseWeek(owner.page);
  await owner.page.keyboard.press('x');
  const dialog = owner.page.getByRole('dialog', { name: /^Disapprove .* of Mia Wolf$/ });
  await dialog.getByLabel('Reason').fill('Friday was eight hours');
  await dialog.getByRole('button', { name: 'Disapprove' }).click();
  await owner.page.getByText('The week is disapproved.').waitFor();

  await page.reload();
  await page.getByText('Friday was eight hours').waitFor();
  expect.soft(await inspect(page, 'a9-sent-back')).toEqual([]);
  await page.locator('input[data-row="0"][data-day="4"]').fill('8');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await submit(page, 'Resubmit week');
});

test('the owner approves all of them at once', async () => {
  const { page } = owner;
  await page.goto(`${agency.site}/approvals`);
  await page.getByText('15 weeks waiting').waitFor();
  await page.getByLabel('Select all without a warning').check();
  expect.soft(await inspect(page, 'a3-inbox')).toEqual([]);
  await page.getByRole('button', { name: 'Approve 15' }).click();
  await page.getByRole('heading', { name: 'Nothing waiting' }).waitFor();
});

test('the report of the three weeks is right to the cent, and so is its file', async () => {
  const { page } = owner;
  // By its days: what `lastMonth` is may change while this runs.
  const range = `${addDays(weeks[0], -6)}..${weeks[2]}`;
  await page.goto(`${agency.site}/reports?range=${range}&by=project&money=1`);
  // Thirty-five days at $606.67, thirty-nine at $724.59 and one at $764.40.
  await page.getByRole('row', { name: /^Total .*\$50,256\.86/ }).waitFor();
  expect.soft(await inspect(page, 'a4-report')).toEqual([]);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export this report' });
  await dialog.getByLabel('File').selectOption({ label: 'CSV' });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Make the file' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/);
  const column = lines[0]?.split(',').indexOf('Amount') ?? -1;
  const cents = lines.slice(1).map((line) => Math.round(Number(line.split(',')[column]) * 100));
  expect(cents).toHaveLength(75);
  expect(cents.reduce((sum, each) => sum + each, 0)).toBe(5_025_686);
});

test('the program heard of each step in order, signed as Standard Webhooks has it', async () => {
  /** Something may be told twice, under one id. */
  const told = () => {
    const seen = new Set<string>();
    return agency.receiver.received.flatMap(({ id, event }) => (seen.has(id) ? [] : [seen.add(id) && event]));
  };
  const ofMia = () =>
    told()
      .filter(({ data }) => data['teamMemberID'] === mia.teamMemberID && data['weekEndDate'] === weeks[2])
      .map(({ type }) => type);
  await expect
    .poll(ofMia, PATIENT)
    .toEqual(['submitted', 'disapproved', 'submitted', 'approved'].map((step) => `timesheet.${step}`));
  await expect
    .poll(() => told().filter(({ type }) => type === 'timesheet.approved').length, PATIENT)
    .toBe(15);
  expect(agency.receiver.refused).toEqual([]);
  const { page } = owner;
  await page.goto(`${agency.site}/settings/programs`);
  await page.getByRole('button', { name: `Deliveries to ${agency.receiver.url}` }).click();
  await page.getByText('Delivered', { exact: true }).first().waitFor();
  expect.soft(await inspect(page, 'a5-deliveries')).toEqual([]);
});

test('the owner subscribes; when the payment ends, what a member types is kept until it is paid again', async () => {
  const { page } = owner;
  await record(mia, weekEndOf(today), [30]);
  await page.route('https://checkout.stripe.test/**', async (route) => {
    const location = await agency.pay();
    await route.fulfill({ status: 303, headers: { location } });
  });
  await page.goto(`${agency.site}/billing`);
  await page.getByText('$9.00 a seat and month').waitFor();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText(/^Renews on /).waitFor();
  expect.soft(await inspect(page, 'a6-paid')).toEqual([]);

  await agency.endPayment();
  await page.goto(`${agency.site}/billing`);
  await page.getByRole('heading', { name: 'What still works' }).waitFor();
  await look(page, 'a7-lapsed');
  await member.page.goto(`${agency.site}/time?view=week&week=${weekEndOf(today)}`);
  const banner = member.page.getByText(/The subscription of this workspace is not active/);
  await banner.waitFor();
  const sunday = member.page.locator('input[data-row="0"][data-day="6"]');
  await sunday.fill('0:35');
  await member.page.keyboard.press('Enter');

  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText(/^Renews on /).waitFor();
  await expect.poll(() => banner.count(), PATIENT).toBe(0);
  const minutes = async () => {
    const { entries } = await mia.ask('GET', `TimeSheet/GetByWeek/${mia.teamMemberID}/${weekEndOf(today)}`);
    return entries.map((entry: { minutes: number }) => entry.minutes).sort();
  };
  await expect.poll(minutes, PATIENT).toEqual([30, 35]);
});

test('the public pages are what the content service has; what it does not have stays ours', async () => {
  const { page } = owner;
  agency.content.pages = [
    {
      slug: 'about',
      title: 'Who we are',
      description: 'From there',
      layout: 'text',
      body: '# Told by *them*',
    },
  ];
  await page.goto(`${agency.base}/about`);
  await page.getByRole('heading', { level: 1, name: 'Told by them' }).waitFor();
  expect(await page.title()).toBe('Who we are · Stint');
  expect.soft(await inspect(page, 'a8-hosted')).toEqual([]);
  await page.goto(`${agency.base}/features`);
  await page.getByRole('heading', { level: 1, name: 'Features' }).waitFor();
  expect(new Set(agency.content.asked.map(({ path }) => path))).toEqual(
    new Set(['/content/v1/spaces/space1']),
  );
});

test('the console stayed empty all the way', () => {
  expect([...owner.problems(), ...member.problems()]).toEqual([]);
});

/** Minutes of the days from Monday on. */
async function record({ ask, teamMemberID }: Seat, weekEndDate: string, days: number[]): Promise<void> {
  const upserts = days.map((minutes, day) => ({
    projectID,
    activityID: null,
    workDate: addDays(weekEndDate, day - 6),
    minutes,
  }));
  await ask('PUT', 'TimeSheet/SaveWeek', { teamMemberID, weekEndDate, upserts, deletes: [] });
}

async function submit(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: /^Submit / });
  await dialog.getByRole('button', { name: /^Submit/ }).click();
  await page
    .getByRole('region', { name: 'State of this week' })
    .getByText('Pending', { exact: true })
    .waitFor();
}

/** The last of Mia's weeks: the inbox has them in the order of time. */
async function chooseWeek(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Mia Wolf/ })
    .last()
    .click();
  await page.getByRole('article', { name: 'Hours of Mia Wolf' }).waitFor();
}
