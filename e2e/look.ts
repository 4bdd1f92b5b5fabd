import { setup } from './global-setup.ts';
import { setMode } from './harness.ts';
import { openStudio } from './studio.ts';
const out = '/tmp/h7-look/';
await setup();
const studio = await openStudio();
const paste = async (page: any, text: string) => page.evaluate((data: string) => {
  const dt = new DataTransfer(); dt.setData('text/plain', data);
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: dt, bubbles: true, cancelable: true }));
}, text);
const log = (...a: unknown[]) => console.log(...a);
try {
for (const width of [1440, 390]) {
  const person = await studio.visitor({ width, height: width === 390 ? 844 : 900 });
  const { page, context } = person;
  await studio.signIn(page, 'amir');
  const rows = await page.evaluate(() => [...document.querySelectorAll('[data-row-key]')].map((r) => (r as HTMLElement).innerText.replace(/\n+/g, ' | ').slice(0, 90)));
  log(width, rows);
  if (width === 1440) {
    const cell = page.locator('input[data-row="0"][data-day="0"]');
    await cell.click();
    const shot = async (name: string) => { for (const mode of ['light', 'dark']) { await setMode(page, mode); await page.screenshot({ path: `${out}${name}-${width}-${mode}.png` }); } await setMode(page, 'light'); };
    await shot('inspector');
    const texts: Record<string, string> = {
      report: 'Client\tProject\tActivity\tMon\tTue\tWed\tTotal\nHarbour Lines\t\t\t6:00\t2:00\t\t8:00\n\tFerry app\tDevelopment\t4:00\t2:00\t\t6:00\n\tFerry app\tSupport\t2:00\t\t\t2:00\n\t\t\t6:00\t2:00\t\t8:00\nTotal\t\t\t6:00\t2:00\t\t8:00',
      unknown: 'Project\tMon\tTue\nSome other thing\t8\t4\nAnother one\t\t4\nTotal\t8\t8',
      sums: '1:00\t2:00\t0:30\t3:30\n2:00\t1:00\t0:15\t3:15\n3:00\t3:00\t0:45\t6:45',
      German: 'Projekt\tMo 23.11.\tDi 24.11.\tSumme\nFerry app · Development\t1,5\t2,25\t3,75',
    };
    for (const [name, text] of Object.entries(texts)) {
      await cell.focus();
      await paste(page, text);
      await page.getByRole('dialog').waitFor();
      log(name, await page.evaluate(() => document.activeElement?.textContent));
      await shot(`paste-${name}`);
      if (name === 'unknown') { await page.getByRole('checkbox', { name: /in their order/ }).check(); await shot('paste-ordered'); }
      await page.keyboard.press('Escape');
    }
  } else {
    await page.screenshot({ path: `${out}day-390.png` });
  }
  // timer that hangs
  await context.route('**/Timer/Overview*', () => {});
  await page.evaluate(() => { for (const k of Object.keys(localStorage)) if (k.startsWith('stint.timer')) localStorage.removeItem(k); });
  await page.reload();
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${out}timer-early-${width}.png` });
  await page.getByRole('button', { name: 'Start timer' }).waitFor({ timeout: 15000 });
  await page.screenshot({ path: `${out}timer-late-${width}.png` });
  await context.unroute('**/Timer/Overview*');
  await person.close();
  // sign-in refused
  const stranger = await studio.visitor({ width, height: width === 390 ? 844 : 900 });
  await stranger.page.goto(`${studio.workspace}/signin`);
  await stranger.page.getByLabel('Email address or username').fill('amir@harbour-studio.example');
  await stranger.page.getByRole('textbox', { name: 'Password' }).fill('wrong-password-here');
  await stranger.page.getByRole('button', { name: 'Log in', exact: true }).click();
  await stranger.page.locator('[aria-invalid=true]').waitFor();
  log('focus after refusal', await stranger.page.evaluate(() => (document.activeElement as HTMLInputElement)?.name + ' ' + (document.activeElement as HTMLInputElement)?.selectionStart + '-' + (document.activeElement as HTMLInputElement)?.selectionEnd));
  for (const mode of ['light', 'dark']) { await setMode(stranger.page, mode); await stranger.page.screenshot({ path: `${out}refused-${width}-${mode}.png` }); }
  await stranger.close();
}
// shifts
for (const width of [1440, 390]) {
  const person = await studio.visitor({ width, height: width === 390 ? 844 : 900 });
  const { page, context } = person;
  await studio.signIn(page, 'olivia');
  await context.addInitScript(() => {
    (window as any).shifts = [];
    new PerformanceObserver((list) => { for (const e of list.getEntries() as any[]) if (!e.hadRecentInput) (window as any).shifts.push({ v: e.value, t: Math.round(e.startTime), s: e.sources.map((s: any) => { const n = s.node; const el = n?.nodeType === 1 ? n : n?.parentElement; return `${el?.tagName}.${String(el?.className).slice(0, 40)} "${el?.textContent?.slice(0, 30)}" ${JSON.stringify([s.previousRect.x, s.previousRect.y, s.previousRect.height])}>${JSON.stringify([s.currentRect.x, s.currentRect.y, s.currentRect.height])}`; }) }); }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/dashboard', '/settings', '/reports', '/time?view=day', '/time', '/approvals', '/projects', '/team', '/clients', '/activities', '/billing', '/account', '/settings/import']) {
    await page.goto(studio.workspace + path);
    await page.waitForTimeout(3500);
    const shifts = await page.evaluate(() => (window as any).shifts);
    log(width, path, page.url().replace(studio.workspace, ''), shifts.reduce((a: number, b: any) => a + b.v, 0).toFixed(4));
    for (const s of shifts) if (s.v > 0.0005) log('   ', s.v.toFixed(4), s.t, s.s.join('\n        '));
  }
  await person.close();
}
} catch (e) { log('ERR', e); }
await studio.close();
