import { expect, test } from 'vitest';
import { openTimerDesk } from '../../testing/timer-desk.ts';

const desk = openTimerDesk();
const { call, entries, ago } = desk;

test('each run has an id of its own, from the page or from here, which changes of it keep and an undone stop gives back', async () => {
  const timerID = '0196e78e-8800-74b9-a9be-79cb0bb7faee';
  const begun = await call('POST', 'Timer/Start', {
    timerID,
    projectID: desk.projectID,
    startedAt: ago(30),
    timeZone: 'UTC',
  });
  expect(begun.body.timer.timerID).toBe(timerID);
  const moved = await call('PUT', 'Timer', { startedAt: ago(40), version: 1 });
  expect(moved.body.timerID).toBe(timerID);
  const stopped = (await call('POST', 'Timer/Stop', {})).body;
  expect(stopped.timerID).toBe(timerID);
  const { saved } = stopped;
  const back = await call('POST', 'Timer/Undo', { saved, drafts: [], timerID, timeZone: 'UTC' });
  expect(back.body.timerID).toBe(timerID);
  const again = await call('POST', 'Timer/Start', {
    projectID: desk.projectID,
    startedAt: ago(10),
    timeZone: 'UTC',
  });
  expect(again.body.timer.timerID).not.toBe(timerID);
  expect((await call('GET', 'Timer')).body.timerID).toBe(again.body.timer.timerID);
  await call('DELETE', 'Timer');
});

test('what is done late with a timer is not done with the one that runs since', async () => {
  const start = async (comment: string, minutes: number) =>
    (
      await call('POST', 'Timer/Start', {
        projectID: desk.projectID,
        comment,
        startedAt: ago(minutes),
        timeZone: 'UTC',
      })
    ).body.timer;
  const { timerID, version } = await start('one', 120);
  await call('POST', 'Timer/Stop', { timerID, endedAt: ago(100) });
  const now = await start('two', 90);
  const late = [
    await call('PUT', 'Timer', { timerID, comment: 'one, corrected', startedAt: ago(130), version }),
    await call('POST', 'Timer/Stop', { timerID, endedAt: ago(60) }),
    await call('DELETE', `Timer?timerID=${timerID}`),
  ];
  expect(late.map(({ status, body }) => [status, body.errors?.[0]?.code])).toEqual(
    late.map(() => [404, 'not_found']),
  );
  expect((await call('GET', 'Timer')).body).toEqual(now);
  expect((await entries()).map(([, minutes]) => minutes)).toEqual([20]);
  const own = { timerID: now.timerID };
  const changed = await call('PUT', 'Timer', { ...own, comment: 'two, corrected', version: now.version });
  expect([changed.status, changed.body.comment]).toEqual([200, 'two, corrected']);
  expect((await call('DELETE', `Timer?timerID=${now.timerID}`)).body).toEqual({ isRunning: false });
  expect((await call('GET', 'Timer')).body).toBeNull();
});

test('who does not say which timer, as pages of the version before, means what runs', async () => {
  const start = { projectID: desk.projectID, startedAt: ago(30), timeZone: 'UTC' };
  await call('POST', 'Timer/Start', start);
  expect((await call('PUT', 'Timer', { comment: 'Tar', version: 1 })).body.comment).toBe('Tar');
  expect((await call('POST', 'Timer/Stop', {})).body.minutes).toBe(30);
  await call('POST', 'Timer/Start', start);
  expect((await call('DELETE', 'Timer')).body).toEqual({ isRunning: false });
  expect((await call('DELETE', 'Timer')).body).toEqual({ isRunning: false });
  expect((await call('GET', 'Timer')).body).toBeNull();
});

test('nobody else’s timer is named by its id', async () => {
  const body = { projectID: desk.projectID, startedAt: ago(30), timeZone: 'UTC' };
  const { timerID } = (await call('POST', 'Timer/Start', body)).body.timer;
  const colleague = await desk.gateway.addMember(desk.workspace);
  const stranger = (await desk.gateway.addWorkspace()).owner;
  for (const as of [colleague, stranger]) {
    await call('POST', 'Timer/Start', {}, as);
    expect((await call('PUT', 'Timer', { timerID, version: 1 }, as)).status).toBe(404);
    expect((await call('POST', 'Timer/Stop', { timerID }, as)).status).toBe(404);
    expect((await call('DELETE', `Timer?timerID=${timerID}`, undefined, as)).status).toBe(404);
  }
  expect((await call('GET', 'Timer')).body.timerID).toBe(timerID);
});
