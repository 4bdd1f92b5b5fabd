import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticatorCode } from '../apps/server/src/testing/authenticator.ts';
import {
  callProvider,
  callWorkspace,
  createWorkspace,
  enterWorkspace,
  type PersonSession,
  signUpPerson,
  type WorkspacePlace,
} from '../apps/server/src/testing/product-person.ts';
import { inspect, openWorld, type Visitor, type World } from './harness.ts';

const password = 'correct horse battery 9';
const ownerEmail = 'owner@harbour.example';
const memberEmail = 'grace@harbour.example';
const stepMs = 30_000;

let world: World;
let house: WorkspacePlace;
let owner: Visitor;
let member: Visitor;
let secret: string;

beforeAll(async () => {
  world = await openWorld();
  const signedUp = await signUpPerson(world.product(), { email: ownerEmail, password, name: 'Ada Lovelace' });
  const made = await createWorkspace(world.product(), signedUp.session, { name: 'Harbour' });
  house = made.workspace;
  await addMember(made.session);
  owner = await world.visitor();
  member = await world.visitor();
}, 300_000);

afterAll(async () => {
  const problems = [owner, member].flatMap((one) => one?.problems() ?? []);
  await world?.close();
  if (problems.length > 0) throw new Error(problems.join('\n'));
});

async function addMember(session: PersonSession): Promise<void> {
  const product = world.product();
  const person = await signUpPerson(product, { email: memberEmail, password, name: 'Grace Hopper' });
  const inside = await enterWorkspace(product, session, house);
  const invited = await callWorkspace(product, inside, house, {
    method: 'POST',
    path: '/api/Invitations',
    body: { emails: [memberEmail], role: 'member' },
  });
  const token = new URL(invited.json.results[0].invitation.link).searchParams.get('token');
  const accepted = await product.send({
    method: 'POST',
    path: `/api/Invitations/${token}/Accept`,
    headers: { origin: world.base, authorization: `Bearer ${person.session.accessToken}` },
  });
  if (accepted.status >= 300) throw new Error(accepted.text);
}

const host = () => `http://${house.slug}.${world.mainDomain}`;

async function logIn(page: Page, email: string, target: string): Promise<void> {
  await page.goto(`${world.base}/signin?redirect=${encodeURIComponent(target)}`);
  await page.getByLabel('Email address or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Pairs what the screen shows, and leaves the backup codes. @returns the secret */
async function pair(page: Page): Promise<string> {
  await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor();
  const shown = ((await page.locator('.latchkey-secret').textContent()) ?? '').replace(/\s/g, '');
  await page.getByLabel('Six-digit code', { exact: true }).fill(authenticatorCode(shown, new Date()));
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { name: 'Save your backup codes' }).waitFor();
  await page.locator('[data-part="finish"]').click();
  return shown;
}

describe('a workspace becomes stricter', () => {
  test('the owner chooses a second step for everybody, sees who is not ready, passes it and has turned it on', async () => {
    const { page } = owner;
    await logIn(page, ownerEmail, `${host()}/settings/sign-in`);
    await page.getByRole('heading', { name: 'How people sign in' }).waitFor();
    await page.getByLabel('Everybody').check();
    await page.getByLabel('Authenticator app').check();
    await page.getByText('0 of 2 members are ready for this.').waitFor();
    await page.getByText('Grace Hopper').waitFor();
    expect.soft(await inspect(page, '70-sign-in-settings')).toEqual([]);
    await page.getByRole('button', { name: 'Save how people sign in' }).click();
    secret = await pair(page);
    await page.getByText('Saved. It holds for everybody').waitFor();
    await page.getByText('1 of 2 members are ready for this.').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Everybody').isChecked(), { timeout: 15_000 }).toBe(true);
  });

  test('the member is led through setting one up at the door, and is in', async () => {
    const { page } = member;
    await logIn(page, memberEmail, `${host()}/time`);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await pair(page);
    await page.waitForURL(`${host()}/time`);
    await page.getByRole('heading', { name: 'No time in this week yet' }).waitFor();
    expect(page.url()).toBe(`${host()}/time`);
  });

  test('on the own account the member sees it, and has new backup codes for a code', async () => {
    const { page } = member;
    await page.goto(`${world.base}/account`);
    await page.getByText('An authenticator is set up. 10 backup codes are left.').waitFor();
    expect.soft(await inspect(page, '71-account')).toEqual([]);
    await page.getByRole('button', { name: 'New backup codes' }).click();
    await page.getByRole('dialog', { name: 'Save your backup codes' }).waitFor();
    expect.soft(await inspect(page, '72-backup-codes')).toEqual([]);
    await page.getByRole('button', { name: 'I have saved them' }).click();
  });

  test('an owner reports a lost authenticator; the person stops it by the mail', async () => {
    const { page } = owner;
    await page.goto(`${host()}/team`);
    const row = page.getByRole('row', { name: /Grace Hopper/ });
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Lost authenticator…' }).click();
    expect.soft(await inspect(page, '73-lost-factor')).toEqual([]);
    await page.getByRole('button', { name: 'Report it as lost' }).click();
    const told = page.getByText('Grace Hopper and every owner and admin were told.');
    const code = page.getByLabel('Six-digit code', { exact: true });
    await told.or(code).first().waitFor();
    if (await code.isVisible()) {
      await code.fill(authenticatorCode(secret, new Date(Date.now() + stepMs)));
      await page.getByRole('button', { name: 'Submit' }).click();
      await told.waitFor();
    }
    await page.goto(`${host()}/settings/sign-in`);
    await page.getByText('Waits for the person to confirm by the link in the mail.').waitFor();

    const { adminKey } = await world.product().access();
    const path = `outbox?to=${encodeURIComponent(memberEmail)}`;
    const findLink = async () => {
      const sent = await callProvider(world.product(), 'GET', path, { bearer: adminKey });
      return /https?:\/\/\S+lost-factor\?\S+/.exec(String(sent.json.results[0]?.text))?.[0] ?? '';
    };
    await expect.poll(findLink, { timeout: 15_000 }).not.toBe('');
    const href = await findLink();
    const outbox = await member.context.newPage();
    await outbox.goto(href);
    await outbox.getByRole('button', { name: 'Stop it, my authenticator stays' }).click();
    await outbox.getByText('Done: your authenticator stays.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'How people sign in' }).waitFor();
    await expect
      .poll(() => page.getByText('Waits for the person to confirm').count(), { timeout: 15_000 })
      .toBe(0);
  });
});
