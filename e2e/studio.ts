import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addDays } from '@stint/domain/time/plain-date.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import type { Page } from 'playwright-core';
import { openWorld, type World } from './harness.ts';

/** Everybody's in the demo workspace. */
const password = 'paper-boats-on-water-7';

/** The product with the demo workspace, whose people have worked until Friday of this week. */
export type Studio = World & {
  workspace: string;
  /** Signs in somebody of the studio by the name before the at sign. */
  signIn(page: Page, name: string): Promise<void>;
};

export async function openStudio(): Promise<Studio> {
  const world = await openWorld();
  const { port, dataDir, mainDomain } = world.product();
  const demo = fileURLToPath(new URL('../apps/server/src/tools/demo.ts', import.meta.url));
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir };
  const saturday = addDays(weekEndOf(new Date().toISOString().slice(0, 10)), -1);
  await promisify(execFile)(process.execPath, [demo, `--today=${saturday}`], { env });
  const workspace = `http://harbour-studio.${mainDomain}`;
  return {
    ...world,
    workspace,
    async signIn(page, name) {
      await page.goto(`${workspace}/signin`);
      await page.getByLabel('Email address or username').fill(`${name}@harbour-studio.example`);
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await page.waitForURL('**/time', { timeout: 60_000 });
      await page.getByRole('region', { name: 'State of this week' }).waitFor({ timeout: 60_000 });
    },
  };
}
