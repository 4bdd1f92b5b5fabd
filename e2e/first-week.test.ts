import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspect, openWorld, type Visitor, type World } from './harness.ts';

const email = 'frida@freelance.example';
const password = 'correct horse battery 9';

let world: World;
let visitor: Visitor;

beforeAll(async () => {
  world = await openWorld();
  visitor = await world.visitor();
}, 300_000);

afterAll(async () => {
  const problems = visitor?.problems() ?? [];
  await world?.close();
  if (problems.length > 0) throw new Error(problems.join('\n'));
});

/** A freelancer's first week, in the order in which she meets it; each step leaves the page where the next begins. */
describe('the first week of a freelancer', () => {
  test('after signing up she is asked for a name, once', async () => {
    const { page } = visitor;
    await page.goto(`${world.base}/signup`);
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('textbox', { name: 'Choose a password' }).fill(password);
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await page.getByLabel('Your name').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter your name.').waitFor();
    await page.getByLabel('Your name').fill('Frida Free');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/select-region');
    expect(new URL(page.url()).host).toBe(world.mainDomain);
  });

  test('no region is chosen for her; what each means is told in words and on a map', async () => {
    const { page } = visitor;
    await page.getByRole('radio', { name: /European Union/ }).waitFor();
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Choose a region. It cannot be changed later.').waitFor();
    await page.getByRole('img', { name: 'Map of the world with the data regions' }).waitFor();
    expect.soft(await inspect(page, '80-region')).toEqual([]);
    await page.getByRole('radio', { name: /European Union/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/create-new-workspace');
  });

  test('she goes away, comes back, and goes on where she stopped', async () => {
    const { page } = visitor;
    await page.getByLabel('Workspace name').fill('Frida Free Design');
    await page.goto(`${world.base}/continue-signup`);
    await page.waitForURL('**/create-new-workspace');
    await expect
      .poll(() => page.getByLabel('Workspace name').inputValue(), { timeout: 15_000 })
      .toBe('Frida Free Design');
    await page.getByText('This address is free.').waitFor();
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.waitForURL('**/welcome**');
    expect.soft(await inspect(page, '81-welcome')).toEqual([]);
    await page.getByRole('link', { name: 'Open the workspace' }).click();
    await page.waitForURL('**/time');
  });

  test('the workspace knows her by her name, and what is left to do', async () => {
    const { page } = visitor;
    await page.getByText('Frida Free', { exact: true }).first().waitFor();
    await page.getByText('0 of 3 done').waitFor();
    expect.soft(await inspect(page, '82-checklist')).toEqual([]);
  });

  test('sample data comes with one click and is a full week; it goes with one', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Add sample data' }).click();
    await page.getByText('The sample data is there. One click takes it out again.').waitFor();
    await page.getByText('Sample: website').first().waitFor();
    expect.soft(await inspect(page, '83-sample')).toEqual([]);
    await page.getByRole('button', { name: 'Remove the sample data' }).click();
    await page.getByText('The sample hours are gone').waitFor();
    await page.reload();
    await page.getByText('Getting started').waitFor();
    expect(await page.getByText('Sample: website').count()).toBe(0);
  });

  test('her own first project ticks its step; the list stays until it is done or hidden', async () => {
    const { page } = visitor;
    await page.getByRole('link', { name: /Add a project/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Brand book');
    await dialog.getByRole('button', { name: /create|save/i }).click();
    await page.getByRole('row', { name: /Brand book/ }).waitFor();
    await page.goto(new URL('/time', page.url()).href);
    await page.getByText('1 of 3 done').waitFor();
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('Getting started').count()).toBe(0);
  });
});
