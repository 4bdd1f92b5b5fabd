import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { setup } from './global-setup.ts';
import { openStudio } from './studio.ts';

// `npm run pictures`: photographs the screens of the demo workspace for the tour in docs/ and for the public pages. Run
// again after a screen has changed.

type Screen = {
  /** File name, and name on the public pages. */
  name: string;
  path: string;
  /** What the tour says of it. */
  words: string;
  /** Also for the public pages. */
  isPublic?: boolean;
  /** Goes to the first thing of a list: the address its links begin with. */
  first?: string;
};

const screens: Screen[] = [
  { name: 'week', path: '/time', words: 'The week: rows by client, hours by day, the billable share below.' },
  {
    name: 'day',
    path: '/time?view=day',
    words: 'The day: a list, and a line that understands what is typed.',
    isPublic: true,
  },
  {
    name: 'calendar',
    path: '/time?view=calendar',
    words: 'The calendar: hours on the clock, drawn and moved.',
  },
  {
    name: 'approvals',
    path: '/approvals',
    words: 'Approvals: what waits on the left, the week beside it.',
    isPublic: true,
  },
  {
    name: 'reports',
    path: '/reports?money=1',
    words: 'Reports: one chart, one table, one sentence.',
    isPublic: true,
  },
  { name: 'import', path: '/settings/import', words: 'Import: a file dropped, and what has come in so far.' },
  {
    name: 'dashboard',
    path: '/dashboard',
    words: 'The dashboard: own time, and what waits for whoever leads.',
  },
  { name: 'projects', path: '/projects', words: 'Projects with their budgets.' },
  {
    name: 'project',
    path: '/projects',
    first: '/projects/',
    words: 'A project: hours, budget and forecast.',
  },
  { name: 'clients', path: '/clients', words: 'Clients.' },
  {
    name: 'client',
    path: '/clients',
    first: '/clients/',
    words: 'A client: its projects and hours by month.',
  },
  { name: 'activities', path: '/activities', words: 'Activities, in their order and with their use.' },
  { name: 'team', path: '/team', words: 'The team, its roles and invitations.' },
  { name: 'person', path: '/team', first: '/team/', words: 'A person: weeks, projects and rates by date.' },
  { name: 'settings', path: '/settings', words: 'Settings of the workspace and of oneself.' },
  {
    name: 'rules',
    path: '/settings/rules',
    words: 'Rules for time: fields, approvals, lock date, holidays.',
  },
  { name: 'programs', path: '/settings/programs', words: 'Tokens, the calendar address and webhooks.' },
  { name: 'log', path: '/settings/log', words: 'The audit log.' },
  { name: 'sign-in-settings', path: '/settings/sign-in', words: 'How people sign in to this workspace.' },
  { name: 'billing', path: '/billing', words: 'The plan, and what it costs.' },
];

const out = fileURLToPath(new URL('../docs/images/tour/', import.meta.url));
const publicOut = fileURLToPath(new URL('../apps/web/public/assets/screens/', import.meta.url));
/** Shown at half their size on most screens, so that letters stay sharp; small enough for a clone. */
const QUALITY = 0.82;

await mkdir(out, { recursive: true });
await mkdir(publicOut, { recursive: true });
await setup();
const studio = await openStudio();
const { page } = await studio.visitor({ width: 1440, height: 900 });
await page.emulateMedia({ reducedMotion: 'reduce' });
// The owner sees all there is.
await studio.signIn(page, 'olivia');
for (const { name, path, isPublic, first } of screens) {
  await page.goto(`${studio.workspace}${path}`);
  if (first) {
    await settled(page);
    await page.locator(`main a[href^="${first}"]`).first().click();
  }
  await settled(page);
  for (const mode of ['light', 'dark']) {
    await page.evaluate((shown) => {
      document.documentElement.dataset['colorMode'] = shown;
    }, mode);
    const picture = await webp(page, await page.screenshot());
    await writeFile(`${out}${name}-${mode}.webp`, picture);
    if (isPublic) await writeFile(`${publicOut}${name}-${mode}-1.webp`, picture);
  }
}
await writeFile(`${publicOut}../social-1.png`, await socialPicture());
await writeFile(fileURLToPath(new URL('../docs/tour.md', import.meta.url)), tour());
await studio.close();

/** Nothing says that it loads, also after what comes once the page has nothing else to do. */
async function settled(here: Page): Promise<void> {
  await here.locator('main').waitFor();
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
async function socialPicture(): Promise<Buffer> {
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
  const parts = screens.map(
    ({ name, words }) =>
      `## ${words}\n\n<picture><source media="(prefers-color-scheme: dark)" srcset="images/tour/${name}-dark.webp"><img src="images/tour/${name}-light.webp" alt="${words}" width="720"></picture>`,
  );
  return `# A tour of Stint\n\nEvery screen with the demo workspace, made by \`npm run pictures\`. It is shown in the colour mode of your system.\n\n${parts.join('\n\n')}\n`;
}
