import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { setup } from './global-setup.ts';
import { setMode } from './harness.ts';
import { openStudio } from './studio.ts';
import { chapters, type TourScreen } from './tour.ts';
import { openTour } from './tour-guide.ts';

// `npm run pictures`: photographs the screens of the demo workspace for the tour in docs/ and for the public pages. Run
// again after a screen has changed; with names of screens only those are taken anew.

const wanted = new Set(process.argv.slice(2));
const all = chapters.flatMap(([, screens]) => screens);
const unknown = [...wanted].filter((name) => !all.some((screen) => screen.name === name));
if (unknown.length > 0)
  throw new Error(`No screen of the tour is called ${unknown.join(', ')}: see e2e/tour.ts.`);

const out = fileURLToPath(new URL('../docs/images/tour/', import.meta.url));
const publicOut = fileURLToPath(new URL('../apps/web/public/assets/screens/', import.meta.url));
/** Shown at half their size on most screens, so that letters stay sharp; small enough for a clone. */
const QUALITY = 0.82;

await mkdir(out, { recursive: true });
await mkdir(publicOut, { recursive: true });
await setup();
const studio = await openStudio({ CONTACT_ADDRESS: 'hello@harbour-studio.example' });
const guide = await openTour(studio);
for (const screen of all) if (wanted.size === 0 || wanted.has(screen.name)) await photograph(screen);
if (wanted.size === 0) {
  await writeFile(`${publicOut}../social-1.png`, await socialPicture(guide.pages.owner));
  await writeFile(fileURLToPath(new URL('../docs/tour.md', import.meta.url)), tour());
  await removeOthers();
}
await studio.close();

/** Pictures of screens that are in the tour no more. */
async function removeOthers(): Promise<void> {
  const taken = new Set(all.flatMap(({ name }) => [`${name}-light.webp`, `${name}-dark.webp`]));
  for (const file of await readdir(out)) if (!taken.has(file)) await rm(`${out}${file}`);
}

async function photograph(screen: TourScreen): Promise<void> {
  const { name, isPublic } = screen;
  const page = await guide.visit(screen, settled);
  for (const mode of ['light', 'dark']) {
    await setMode(page, mode);
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
  // What stands in for a dialog that is being fetched.
  await untilNone(() => here.locator('input[aria-busy="true"]').count());
  await here.evaluate(() => document.fonts.ready);
}

/** Looks again until nothing is left, for ten seconds at most: the gallery shows what it looks like while something loads. */
async function untilNone(count: () => Promise<number>): Promise<void> {
  for (let tries = 0; tries < 100 && (await count()) > 0; tries++) await sleep(100);
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
