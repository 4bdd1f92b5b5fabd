import { useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { inTurn, openPage, Refusal } from '../../ui/page.fixture.tsx';
import type { Act, NewAct } from './acts.ts';
import { createTimerBoxStore } from './timer-box.ts';
import { TimerLine } from './timer-line.tsx';
import { noWork } from './use-timer.ts';

const coming = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock(import('./elsewhere-dialog.tsx'), async (original) => {
  await coming.promise;
  return original();
});

const startedAt = '2026-11-20T08:00:00.000Z';
const running = {
  ...noWork,
  timerID: 't1',
  teamMemberID: 'm1',
  comment: 'Caulking',
  startedAt,
  timeZone: 'UTC',
  version: 1,
};

/** A field in which one types, under the timer of every page; a press asks what runs now. */
function Page() {
  const queryClient = useQueryClient();
  return (
    <>
      <TimerLine />
      <button type="button" onClick={() => void queryClient.invalidateQueries({ queryKey: ['timer'] })}>
        Elsewhere
      </button>
      <input aria-label="Name" />
      <input aria-label="Code" />
    </>
  );
}

/** As another tab does whose start the server refused, for another timer runs. */
function refuseElsewhere(): void {
  const box = createTimerBoxStore(() => localStorage, { userId: 'unknown', tenantId: 'acme0001' });
  const act = {
    kind: 'start' as const,
    key: 'a1',
    at: startedAt,
    timeZone: 'UTC',
    work: noWork,
    whenRunning: 'refuse' as const,
    isSent: true,
  };
  box.write({ acts: [], problems: [{ act, message: 'Another timer is running.', running }], known: null });
  flushSync(() => dispatchEvent(new StorageEvent('storage', { key: box.key })));
}

test('what opens unasked takes no key before it is there', async () => {
  onTestFinished(() => localStorage.clear());
  onTestFinished(() => coming.resolve());
  const { screen } = await openPage(Page, {
    answers: {
      'GET /Timer/Overview': { timer: null, drafts: [], last: null, schedule: [], now: startedAt },
    },
  });
  const name = screen.getByLabelText('Name');
  await name.click();
  await userEvent.keyboard('Boat ');
  refuseElsewhere();
  await expect.element(screen.getByRole('button', { name: '1 to finish' })).toBeVisible();
  expect(document.activeElement).toBe(name.element());
  await userEvent.keyboard('house');
  await expect.element(name).toHaveValue('Boat house');
  await userEvent.tab();
  await expect.element(screen.getByLabelText('Code')).toHaveFocus();
  coming.resolve();
  await expect.element(screen.getByRole('dialog', { name: 'Another timer is running' })).toBeVisible();
});

/** A timer runs; on another device it is stopped and one for something else is started. */
async function openReplaced(now: string) {
  onTestFinished(() => localStorage.clear());
  const other = { ...running, timerID: 't2', comment: 'Rigging', startedAt: '2026-11-20T08:30:00.000Z' };
  const overview = { drafts: [], last: null, schedule: [], now };
  const { screen, asked } = await openPage(Page, {
    answers: {
      'GET /Timer/Overview': inTurn({ ...overview, timer: running }, { ...overview, timer: other }),
    },
  });
  const replace = () => (screen.getByText('Elsewhere', { exact: true }).element() as HTMLElement).click();
  const sent = () => asked.filter(({ key }) => !key.startsWith('GET '));
  return { screen, replace, sent };
}

test('what is changed of a timer is not changed of the one that runs in its place', async () => {
  const { screen, replace, sent } = await openReplaced('2026-11-20T09:00:00.000Z');
  await screen.getByRole('button', { name: /Caulking/ }).click();
  const dialog = screen.getByRole('dialog');
  const comment = dialog.getByRole('textbox', { name: /^Comment/ });
  await comment.fill('Caulked the hull');
  replace();
  await expect.element(dialog.getByText('It runs no more', { exact: false })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('button', { name: /^Discard/ })).not.toBeInTheDocument();
  await expect.element(comment).toHaveValue('Caulked the hull');
  expect(sent()).toEqual([]);
});

test('a timer whose start was moved on another device still runs, and what is written is for it', async () => {
  onTestFinished(() => localStorage.clear());
  const moved = { ...running, startedAt: '2026-11-20T07:30:00.000Z', version: 2 };
  const overview = { drafts: [], last: null, schedule: [], now: '2026-11-20T09:00:00.000Z' };
  const { screen, asked } = await openPage(Page, {
    answers: {
      'GET /Timer/Overview': inTurn({ ...overview, timer: running }, { ...overview, timer: moved }),
      'PUT /Timer': { ...moved, comment: 'Caulked the hull', version: 3 },
    },
  });
  await screen.getByRole('button', { name: /Caulking/ }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Comment/ }).fill('Caulked the hull');
  (screen.getByText('Elsewhere', { exact: true }).element() as HTMLElement).click();
  await expect.element(screen.getByText(/^1:30:/)).toBeVisible();
  await expect.element(dialog.getByText('It runs no more', { exact: false })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => asked.find(({ key }) => key === 'PUT /Timer')).toBeTruthy();
  const sent = asked.find(({ key }) => key === 'PUT /Timer')?.body;
  expect(sent).toMatchObject({ timerID: 't1', comment: 'Caulked the hull', version: 2 });
  expect(sent).not.toHaveProperty('startedAt');
});

/** What a page that was offline kept: it looked at the timer `t1`, and another one runs by now. */
async function openLate(act: NewAct) {
  onTestFinished(() => localStorage.clear());
  const other = { ...running, timerID: 't2', comment: 'Rigging', version: 4 };
  const box = createTimerBoxStore(() => localStorage, { userId: 'unknown', tenantId: 'acme0001' });
  box.write({ acts: [{ ...act, key: 'late', isSent: false } as Act], problems: [], known: other });
  const gone = new Refusal(404, 'not_found', 'Nothing runs.');
  const overview = { timer: other, drafts: [], last: null, schedule: [], now: '2026-11-20T09:00:00.000Z' };
  const { screen, asked } = await openPage(Page, {
    answers: {
      'GET /Timer/Overview': inTurn(overview, new Promise<never>(() => {})),
      'PUT /Timer': gone,
      'POST /Timer/Stop': gone,
      'DELETE /Timer': gone,
    },
  });
  await expect.poll(() => box.read().acts).toEqual([]);
  const sent = asked.filter(({ key }) => !key.startsWith('GET '));
  return {
    screen,
    box,
    sent: sent.map(({ key, query, body }) => ({
      key,
      ...({ ...query, ...(body as object) } as { timerID?: string }),
    })),
  };
}

test.each<[NewAct, string, string | undefined]>([
  [{ kind: 'change', timerID: 't1', work: noWork, startedAt: null }, 'PUT /Timer', 't1'],
  [{ kind: 'stop', timerID: 't1', at: startedAt }, 'POST /Timer/Stop', 't1'],
  [{ kind: 'discard', timerID: 't1' }, 'DELETE /Timer', 't1'],
  [{ kind: 'stop', at: startedAt }, 'POST /Timer/Stop', undefined],
  [{ kind: 'discard' }, 'DELETE /Timer', undefined],
])('%o that arrives late says which timer it means', async (act, key, timerID) => {
  const { screen, box, sent } = await openLate(act);
  expect(sent.map((each) => each.key)).toEqual([key]);
  expect(sent.map((each) => each.timerID)).toEqual([timerID]);
  expect(box.read().problems).toEqual([]);
  if (timerID === undefined) return;
  expect(box.read().known?.timerID).toBe('t2');
  await expect.element(screen.getByRole('button', { name: /Rigging/ })).toBeVisible();
});

test('the question when a forgotten timer ended goes with that timer', async () => {
  const { screen, replace, sent } = await openReplaced('2026-11-21T09:00:00.000Z');
  await screen.getByRole('button', { name: 'Stop' }).click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  replace();
  await expect.element(screen.getByRole('button', { name: /Rigging/ })).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
});

test('where the answer what runs does not come, a timer can be started after a moment', async () => {
  onTestFinished(() => localStorage.clear());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const never = Promise.withResolvers<never>();
  const started = Promise.withResolvers<void>();
  const { screen } = await openPage(Page, {
    answers: {
      'GET /Timer/Overview': () => never.promise,
      'POST /Timer/Start': ({ body }) => {
        started.resolve();
        return { timer: { ...running, timerID: body.timerID ?? '' }, saved: [], drafts: [] };
      },
    },
  });
  const start = screen.getByRole('button', { name: 'Start timer' });
  await expect.element(screen.getByRole('region', { name: 'Timer' })).toBeInTheDocument();
  expect(start.query()).toBeNull();
  vi.advanceTimersByTime(2_000);
  await expect.element(start).toBeVisible();
  vi.useRealTimers();
  await start.click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: /^Start/ }).click();
  await started.promise;
  await expect.element(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
});

test('a timer that the release before kept on this device, without an id, is asked for anew', async () => {
  onTestFinished(() => localStorage.clear());
  const box = createTimerBoxStore(() => localStorage, { userId: 'unknown', tenantId: 'acme0001' });
  const { timerID: _, ...without } = running;
  localStorage.setItem(box.key, JSON.stringify({ acts: [], problems: [], known: without }));
  expect(box.read().known).toBeNull();
  const asked = Promise.withResolvers<void>();
  const { screen } = await openPage(Page, {
    answers: {
      'GET /Timer/Overview': async () => {
        await asked.promise;
        return { timer: running, drafts: [], last: null, schedule: [], now: '2026-11-20T09:00:00.000Z' };
      },
    },
  });
  const line = screen.getByRole('region', { name: 'Timer' });
  await expect.element(line).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Stop' }).query()).toBeNull();
  asked.resolve();
  await expect.element(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
});

test('until it is known what runs nothing is offered; then all of it is there at once', async () => {
  onTestFinished(() => localStorage.clear());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = Promise.withResolvers<void>();
  const { screen } = await openPage(Page, {
    answers: {
      'GET /Timer/Overview': async () => {
        await asked.promise;
        return { timer: running, drafts: [], last: null, schedule: [], now: '2026-11-20T09:00:00.000Z' };
      },
    },
  });
  const line = screen.getByRole('region', { name: 'Timer' });
  const offered: string[] = [];
  const watch = new MutationObserver(() => offered.push(line.element().textContent ?? ''));
  watch.observe(line.element(), { childList: true, subtree: true });
  onTestFinished(() => watch.disconnect());
  expect(line.element().querySelector('button')).toBeNull();
  const { left, width } = line.element().getBoundingClientRect();
  asked.resolve();
  await expect.element(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
  expect(offered.join()).not.toContain('Start timer');
  const now = line.element().getBoundingClientRect();
  expect([now.left, now.width]).toEqual([left, width]);
});
