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
  /** The Sunday that ends the week until whose Friday people have worked. */
  thisWeek: string;
  /** A week in which nobody has any time yet. */
  emptyWeek: string;
  /** Signs in somebody of the studio by the name before the at sign. */
  signIn(page: Page, name: string): Promise<void>;
};

/** @param settings further variables of the product */
export async function openStudio(settings: Record<string, string> = {}): Promise<Studio> {
  const thisWeek = weekEndOf(new Date().toISOString().slice(0, 10));
  const prepare = (dataDir: string) =>
    // A run over the end of a week makes one for each.
    copyPrepared(`studio-${thisWeek}`, dataDir, async (first) => {
      const env = { ...process.env, DATA_DIR: await prepareProduct(first) };
      await promisify(execFile)(process.execPath, [demo, `--today=${addDays(thisWeek, -1)}`], { env });
    });
  const world = await openWorld(settings, prepare);
  const workspace = `http://harbour-studio.${world.mainDomain}`;
  return {
    ...world,
    workspace,
    thisWeek,
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

/** How something is asked of the service: with GET and no body unless said. */
type Asked = { method?: string; body?: unknown };

/** What the service answers to the person of a page, whatever the page shows. */
export function ask<Answer>(page: Page, path: string, { method = 'GET', body }: Asked = {}): Promise<Answer> {
  return page.evaluate(
    async (asked) => {
      const settings = JSON.parse(document.getElementById('stint-settings')?.textContent ?? '{}');
      const { tenantId, regionCode } = settings.workspace;
      const cookie = document.cookie.split('; ').find((part) => part.startsWith(`access.${tenantId}=`));
      const token = decodeURIComponent(cookie?.slice(cookie.indexOf('=') + 1) ?? '');
      const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
      const answer = await fetch(`/api/${asked.path}`, {
        method: asked.method,
        headers: {
          authorization: `Bearer ${token}`,
          TenantID: tenantId,
          SessionID: claims.sessionId ?? claims.sid,
          RegionCode: regionCode,
          ...(asked.body === null ? {} : { 'content-type': 'application/json' }),
        },
        body: asked.body,
      });
      if (!answer.ok) throw new Error(`${asked.path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    { path, method, body: body === undefined ? null : JSON.stringify(body) },
  );
}

/**
 * Gives the person of a page half an hour on the Monday of a week, once for each project and activity: what they have
 * worked in the demo workspace is chance, and in their vacation it is nothing.
 */
export async function addTime(
  page: Page,
  weekEndDate: string,
  rows: readonly (readonly [project: string, activity: string])[],
): Promise<void> {
  const { me } = await ask<{ me: { teamMemberID: string } }>(page, 'Workspace');
  const projects = await ask<{ projectID: string; projectName: string }[]>(page, 'Projects?size=200');
  const activities = await ask<{ activityID: string; activityName: string }[]>(page, 'Activities?size=200');
  const upserts = rows.map(([project, activity]) => ({
    projectID: projects.find(({ projectName }) => projectName === project)?.projectID,
    activityID: activities.find(({ activityName }) => activityName === activity)?.activityID,
    workDate: addDays(weekEndDate, -6),
    minutes: 30,
  }));
  const body = { teamMemberID: me.teamMemberID, weekEndDate, upserts, deletes: [] };
  await ask(page, 'TimeSheet/SaveWeek', { method: 'PUT', body });
}
