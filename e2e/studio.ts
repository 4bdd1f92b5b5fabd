import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addDays } from '@stint/domain/time/plain-date.ts';
import { addWeeks, weekEndOf } from '@stint/domain/time/week.ts';
import type { Page } from 'playwright-core';
import { copyPrepared, prepareProduct } from '../apps/server/src/testing/prepared-data.ts';
import { openWorld, type World } from './harness.ts';

/** Everybody's in the demo workspace. */
const password = 'paper-boats-on-water-7';

const demo = fileURLToPath(new URL('../apps/server/src/tools/demo.ts', import.meta.url));

/** The product with the demo workspace, whose people have worked until Friday of this week. */
export type Studio = World & {
  /** Address of the workspace. */
  workspace: string;
  /** A week in which nobody has any time yet. */
  emptyWeek: string;
  /** Signs in somebody of the studio by the name before the at sign. */
  signIn(page: Page, name: string): Promise<void>;
};

export async function openStudio(): Promise<Studio> {
  const thisWeek = weekEndOf(new Date().toISOString().slice(0, 10));
  const prepare = (dataDir: string) =>
    copyPrepared('studio', dataDir, async (first) => {
      const env = { ...process.env, DATA_DIR: await prepareProduct(first) };
      await promisify(execFile)(process.execPath, [demo, `--today=${addDays(thisWeek, -1)}`], { env });
    });
  const world = await openWorld({}, prepare);
  const workspace = `http://harbour-studio.${world.mainDomain}`;
  return {
    ...world,
    workspace,
    emptyWeek: addWeeks(thisWeek, 3),
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

/** What the service answers to the person of a page, whatever the page shows. */
export function ask<Answer>(page: Page, path: string): Promise<Answer> {
  return page.evaluate(async (asked) => {
    const settings = JSON.parse(document.getElementById('stint-settings')?.textContent ?? '{}');
    const { tenantId, regionCode } = settings.workspace;
    const cookie = document.cookie.split('; ').find((part) => part.startsWith(`access.${tenantId}=`));
    const token = decodeURIComponent(cookie?.slice(cookie.indexOf('=') + 1) ?? '');
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    const answer = await fetch(`/api/${asked}`, {
      headers: {
        authorization: `Bearer ${token}`,
        TenantID: tenantId,
        SessionID: claims.sessionId ?? claims.sid,
        RegionCode: regionCode,
      },
    });
    return answer.json();
  }, path);
}
