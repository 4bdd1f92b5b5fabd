import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addDays } from '@stint/domain/time/plain-date.ts';
import type { Page } from 'playwright-core';
import { cookiesOf, signUpPerson } from '../apps/server/src/testing/product-person.ts';
import { setup } from './global-setup.ts';
import { ask, openStudio } from './studio.ts';
import { chapters, type TourLinks, type TourScreen } from './tour.ts';

// `npm run pictures`: photographs the screens of the demo workspace for the tour in docs/ and for the public pages. Run
// again after a screen has changed.

const out = fileURLToPath(new URL('../docs/images/tour/', import.meta.url));
const publicOut = fileURLToPath(new URL('../apps/web/public/assets/screens/', import.meta.url));
/** Shown at half their size on most screens, so that letters stay sharp; small enough for a clone. */
const QUALITY = 0.82;
/** Everybody's in the demo workspace. */
const PASSWORD = 'paper-boats-on-water-7';

await mkdir(out, { recursive: true });
await mkdir(publicOut, { recursive: true });
await setup();
const studio = await openStudio({ CONTACT_ADDRESS: 'hello@harbour-studio.example' });
const pages = await openPages();
const links = await makeLinks(pages.owner);
for (const [, screens] of chapters) for (const screen of screens) await photograph(screen);
await writeFile(`${publicOut}../social-1.png`, await socialPicture(pages.owner));
await writeFile(fileURLToPath(new URL('../docs/tour.md', import.meta.url)), tour());
await studio.close();

/** Who looks at what: each in a browser of their own. */
async function openPages(): Promise<Record<TourScreen['as'], Page>> {
  const open = async () => {
    const { page } = await studio.visitor({ width: 1440, height: 900 });
    return page;
  };
  const beginner = await studio.visitor({ width: 1440, height: 900 });
  const email = 'nora@begins.example';
  const { session } = await signUpPerson(studio.product(), { email, password: PASSWORD, name: 'Nora Berg' });
  await beginner.context.addCookies(cookiesOf(session));
  // The owner sees all there is.
  const owner = await open();
  await studio.signIn(owner, 'olivia');
  const home = await open();
  await home.goto(`${studio.base}/signin`);
  await home.getByLabel('Email address or username').fill('olivia@harbour-studio.example');
  await home.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await home.getByRole('button', { name: 'Log in', exact: true }).click();
  await home.waitForURL(({ pathname }) => pathname !== '/signin');
  return { owner, 'owner at home': home, beginner: beginner.page, stranger: await open() };
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

async function photograph(screen: TourScreen): Promise<void> {
  const { name, page: of, path = of, as, first, part, link, open, isPublic } = screen;
  const page = pages[as];
  const host = as === 'owner' ? studio.workspace : studio.base;
  const at = path.replace('{workday}', addDays(studio.thisWeek, -2));
  await page.goto(link ? links[link] : `${host}${at}`);
  await settled(page);
  if (first) {
    await page.locator(`main a[href^="${first}"]`).first().click();
    await settled(page);
  }
  if (part) {
    await page
      .getByRole('navigation', { name: /^Parts of/ })
      .getByRole('link', { name: part })
      .click();
    await settled(page);
  }
  if (open) {
    await open(page);
    await settled(page);
  }
  for (const mode of ['light', 'dark']) {
    await page.evaluate((shown) => {
      document.documentElement.dataset['colorMode'] = shown;
    }, mode);
    const picture = await webp(page, await page.screenshot());
    await writeFile(`${out}${name}-${mode}.webp`, picture);
    if (isPublic) await writeFile(`${publicOut}${name}-${mode}-1.webp`, picture);
  }
}

/** Nothing says that it loads, also after what comes once the page has nothing else to do. */
async function settled(here: Page): Promise<void> {
  await here.locator('main').first().waitFor();
  const loading = here.getByRole('status').filter({ hasText: /Loading/ });
  await untilNone(() => loading.count());
  await here.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })));
  await untilNone(() => loading.count());
  await here.evaluate(() => document.fonts.ready);
}

/** Looks again until nothing is left. */
async function untilNone(count: () => Promise<number>): Promise<void> {
  while ((await count()) > 0) await sleep(100);
}

/** The browser's own encoder: a third of a PNG. */
async function webp(here: Page, png: Buffer): Promise<Buffer> {
  const blank = await here.context().newPage();
  const data = await blank.evaluate(
    async ({ source, quality }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, quality: QUALITY },
  );
  await blank.close();
  return Buffer.from(data.split(',')[1] ?? '', 'base64');
}

/** What other sites show beside a link to us: the name, what it is, and the week. */
async function socialPicture(page: Page): Promise<Buffer> {
  const week = await readFile(`${out}week-light.webp`);
  const font = await readFile(
    new URL('../apps/web/src/styles/fonts/nunito-400-700-latin.woff2', import.meta.url),
  );
  const card = await page.context().newPage();
  await card.setViewportSize({ width: 1200, height: 630 });
  await card.setContent(`<style>
    @font-face { font-family: Nunito; font-weight: 400 700; src: url(data:font/woff2;base64,${font.toString('base64')}); }
    body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: #f2f1fd; color: #281253; font: 700 56px/1.15 Nunito, system-ui, sans-serif; }
    h1 { margin: 56px 72px 0; font-size: 60px; }
    p { margin: 12px 72px 36px; font-size: 30px; font-weight: 400; }
    img { display: block; width: 1056px; margin: 0 72px; border-radius: 14px; box-shadow: 0 8px 40px #28125333; }
  </style><h1>Stint</h1><p>Record the week. Get back to work.</p><img src="data:image/webp;base64,${week.toString('base64')}">`);
  await card.locator('img').evaluate((image: HTMLImageElement) => image.decode());
  const picture = await card.screenshot();
  await card.close();
  return picture;
}

function tour(): string {
  const parts = chapters.map(([title, screens]) => {
    const pictures = screens.map(
      ({ name, words }) =>
        `### ${words}\n\n<picture><source media="(prefers-color-scheme: dark)" srcset="images/tour/${name}-dark.webp"><img src="images/tour/${name}-light.webp" alt="${words}" width="720"></picture>`,
    );
    return [`## ${title}`, ...pictures].join('\n\n');
  });
  return `# A tour of Stint\n\nEvery screen with the demo workspace, made by \`npm run pictures\`. It is shown in the colour mode of your system.\n\n${parts.join('\n\n')}\n`;
}
