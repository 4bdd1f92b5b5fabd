import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { noWork, timeZoneHere, useTimer } from '../features/timer/use-timer.ts';
import { createTimeStore } from '../features/timesheets/time-store.ts';
import { useApp } from '../lib/app-context.ts';
import { openPage } from '../ui/page.fixture.tsx';
import { signIn } from '../ui/signed-in.fixture.ts';

const week = { teamMemberID: 'm1', weekEndDate: '2026-11-22' };
const edit = {
  timesheetID: '0196e78e-8800-74b9-a9be-79cb0bb7fab1',
  version: null,
  projectID: '0196e78e-8800-74b9-a9be-79cb0bb7fab2',
  activityID: null,
  projectName: 'Pier',
  clientName: null,
  activityName: null,
  workDate: '2026-11-20',
  minutes: 60,
  comment: '',
  isDeleted: false,
};

/** Both queues of a page, without what is drawn around them. */
function Page() {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const [time] = useState(() => createTimeStore(session, queryClient));
  const timer = useTimer();
  const record = () => {
    const work = { ...noWork, comment: 'Caulking' };
    const [startedAt, endedAt] = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'];
    timer.store.add({ kind: 'record', startedAt, endedAt, timeZone: timeZoneHere(), work });
  };
  return (
    <>
      <button type="button" onClick={session.claim}>
        Mine
      </button>
      <button type="button" onClick={time.begin}>
        Begin
      </button>
      <button
        type="button"
        onClick={() => {
          time.queue.put(week, [edit]);
          void time.queue.flush();
        }}
      >
        An hour
      </button>
      <button type="button" onClick={record}>
        A timer
      </button>
    </>
  );
}

test('what was typed and measured while another person was signed in goes out as soon as its own person is back', async () => {
  onTestFinished(() => localStorage.clear());
  const tabs = new BroadcastChannel('latchkey.acme0001');
  onTestFinished(() => tabs.close());
  signIn('ada');
  const { screen, asked } = await openPage(Page, {
    answers: {
      'GET /Timer/Overview': {
        timer: null,
        drafts: [],
        last: null,
        schedule: [],
        now: new Date().toISOString(),
      },
      'PUT /TimeSheet/SaveWeek': { week, entries: [], locked: [], expectedMinutes: [] } as never,
      'POST /Timer/Record': { saved: [], minutes: 60, drafts: [] },
    },
  });
  const sent = () => asked.map(({ key }) => key).filter((key) => !key.startsWith('GET '));
  await screen.getByRole('button', { name: 'Mine' }).click();
  await screen.getByRole('button', { name: 'Begin' }).click();
  signIn('grace', tabs);
  await screen.getByRole('button', { name: 'An hour' }).click();
  await screen.getByRole('button', { name: 'A timer' }).click();
  // Longer than edits of a row are collected for: what was refused is planned no more.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(sent()).toEqual([]);
  signIn('ada', tabs);
  await expect.poll(() => sent().toSorted()).toEqual(['POST /Timer/Record', 'PUT /TimeSheet/SaveWeek']);
});
