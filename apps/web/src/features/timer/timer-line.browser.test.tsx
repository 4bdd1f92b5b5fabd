import { flushSync } from 'react-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openPage } from '../../ui/page.fixture.tsx';
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
  teamMemberID: 'm1',
  comment: 'Caulking',
  startedAt,
  timeZone: 'UTC',
  version: 1,
};

/** A field in which one types, under the timer of every page. */
function Page() {
  return (
    <>
      <TimerLine />
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
