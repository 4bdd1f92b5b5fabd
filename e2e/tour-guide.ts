import { addDays } from '@stint/domain/time/plain-date.ts';
import type { Page } from 'playwright-core';
import { cookiesOf, signUpPerson } from '../apps/server/src/testing/product-person.ts';
import type { Visitor } from './harness.ts';
import { ask, type Studio } from './studio.ts';
import type { TourLinks, TourScreen } from './tour.ts';

/** Everybody's in the demo workspace. */
const PASSWORD = 'paper-boats-on-water-7';

/** Goes to the screens of the tour. */
export type TourGuide = {
  /** Who looks at what. */
  pages: Record<TourScreen['as'], Page>;
  /** Opens what a screen shows. @param settle waits until nothing is on its way any more */
  visit(screen: TourScreen, settle: (page: Page) => Promise<void>): Promise<Page>;
  problems(): string[];
};

/** Everybody who looks at something, each in a browser of their own, and the links that are made for the tour. */
export async function openTour(studio: Studio): Promise<TourGuide> {
  const visitors: Visitor[] = [];
  const open = async () => {
    const visitor = await studio.visitor({ width: 1440, height: 900 });
    visitors.push(visitor);
    return visitor;
  };
  const [owner, home, beginner, stranger] = [await open(), await open(), await open(), await open()];
  const email = 'nora@begins.example';
  const { session } = await signUpPerson(studio.product(), { email, password: PASSWORD, name: 'Nora Berg' });
  await beginner.context.addCookies(cookiesOf(session));
  // The owner sees all there is.
  await studio.signIn(owner.page, 'olivia');
  await signInAtHome(home.page, studio.base);
  const links = await makeLinks(owner.page);
  const pages = {
    owner: owner.page,
    'owner at home': home.page,
    beginner: beginner.page,
    stranger: stranger.page,
  };
  return {
    pages,
    problems: () => visitors.flatMap((visitor) => visitor.problems()),
    async visit({ page: of, path = of, as, first, part, link, open: show }, settle) {
      const page = pages[as];
      const host = as === 'owner' ? studio.workspace : studio.base;
      const at = path.replace('{workday}', addDays(studio.thisWeek, -2));
      await page.goto(link ? links[link] : `${host}${at}`);
      await settle(page);
      if (first) {
        await page.locator(`main a[href^="${first}"]`).first().click();
        await settle(page);
      }
      if (part) {
        await page
          .getByRole('navigation', { name: /^Parts of/ })
          .getByRole('link', { name: part })
          .click();
        await settle(page);
      }
      if (show) {
        await show(page);
        await settle(page);
      }
      return page;
    },
  };
}

async function signInAtHome(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/signin`);
  await page.getByLabel('Email address or username').fill('olivia@harbour-studio.example');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  // All the way: a page that is opened while it leads on to the workspace would be left again.
  await page.getByRole('region', { name: 'State of this week' }).waitFor({ timeout: 60_000 });
}

/** What people outside open: a shared report, and an invitation. */
async function makeLinks(owner: Page): Promise<TourLinks> {
  const question = {
    kind: 'summary',
    range: 'lastMonth',
    groupBy: ['project', 'activity'],
    filters: [],
    rounding: null,
    withMoney: false,
  };
  const body = { name: 'Last month', definition: question };
  const { reportID } = await ask<{ reportID: string }>(owner, 'Reports', { method: 'POST', body });
  const shown = { columns: ['hours', 'billable'] };
  const { url } = await ask<{ url: string }>(owner, `Reports/${reportID}/Link`, {
    method: 'POST',
    body: shown,
  });
  const asked = { emails: ['nora@begins.example'], role: 'member' };
  const { results } = await ask<{ results: { invitation: { link: string } }[] }>(owner, 'Invitations', {
    method: 'POST',
    body: asked,
  });
  return { share: url, invite: results[0]?.invitation.link ?? '' };
}
