import { describe, expect, test } from 'vitest';
import type { Work } from '../../entities/timer.ts';
import {
  type Act,
  addAct,
  afterRefusedStart,
  isSameTimer,
  type NewAct,
  runningAfter,
  takeBack,
} from './acts.ts';

const work = (comment: string): Work => ({
  projectID: null,
  activityID: null,
  projectName: null,
  clientName: null,
  activityName: null,
  color: null,
  comment,
  isBillable: null,
  tags: [],
});
let count = 0;
const made = (act: NewAct, isSent = false): Act => {
  count += 1;
  return { ...act, key: `k${count}`, isSent } as Act;
};
const start = (at: string, more: Partial<Extract<Act, { kind: 'start' }>> = {}) =>
  made({ kind: 'start', at, timeZone: 'UTC', work: work('a'), whenRunning: 'refuse', ...more }, more.isSent);
const change = (comment: string, startedAt: string | null = null) =>
  made({ kind: 'change', work: work(comment), startedAt });
const stop = (at: string) => made({ kind: 'stop', at });
const discard = () => made({ kind: 'discard' });

const queued = (...acts: Act[]) => acts.reduce(addAct, [] as Act[]);
const short = (acts: readonly Act[]) =>
  acts.map((act) => {
    const comment = 'work' in act ? act.work.comment : '';
    const times = act.kind === 'record' ? `${act.startedAt}-${act.endedAt}` : 'at' in act ? act.at : '';
    return [act.kind, times, comment].filter(Boolean).join(' ');
  });

describe('what the server has not heard of is told in one', () => {
  test.each<[string, () => Act[], string[]]>([
    ['a start that is changed', () => [start('8'), change('b', '7')], ['start 7 b']],
    ['a whole timer', () => [start('8'), change('b'), stop('9')], ['record 8-9 b']],
    ['a timer that was thrown away', () => [start('8'), discard()], []],
    ['two changes', () => [change('b', '7'), change('c')], ['change c']],
    ['a change before throwing away', () => [change('b'), discard()], ['discard']],
    [
      'two timers',
      () => [start('8'), stop('9'), start('10'), stop('11')],
      ['record 8-9 a', 'record 10-11 a'],
    ],
    [
      'a start that stops another',
      () => [start('8', { whenRunning: 'stop' }), stop('9')],
      ['start 8 a', 'stop 9'],
    ],
    [
      'a start that may have arrived',
      () => [start('8', { isSent: true }), change('b'), stop('9')],
      ['start 8 a', 'change b', 'stop 9'],
    ],
  ])('%s', (_name, acts, told) => {
    expect(short(queued(...acts()))).toEqual(told);
  });
});

describe('what is done with one timer is not done with another', () => {
  const server = { timerID: 't2', startedAt: '6', timeZone: 'UTC', version: 1, work: work('two') };
  const late = { timerID: 't1' };
  const acts = (): Act[] => [
    made({ kind: 'change', ...late, work: work('one'), startedAt: '5' }),
    made({ kind: 'stop', ...late, at: '7' }),
    made({ kind: 'discard', ...late }),
  ];

  test('what runs stays as it is while acts for another one wait', () => {
    expect(acts().map((act) => runningAfter(server, [act]))).toEqual([server, server, server]);
    const own = acts().map((act) => ({ ...act, timerID: 't2' }) as Act);
    expect(own.map((act) => runningAfter(server, [act])?.work.comment)).toEqual([
      'one',
      undefined,
      undefined,
    ]);
  });

  test('nor is it told in one with it', () => {
    const begun = start('8');
    for (const act of acts()) expect(addAct([begun], act)).toEqual([begun, act]);
    const changed = made({ kind: 'change', timerID: 't2', work: work('two'), startedAt: null });
    for (const act of acts()) expect(addAct([changed], act)).toEqual([changed, act]);
  });

  test('nor goes it with a start that was refused', () => {
    const begun = start('8', { isSent: true });
    for (const act of acts())
      expect(afterRefusedStart([begun, act])).toEqual({ refused: begun, rest: [act] });
  });
});

test('what runs is what the server says, with what waits on top', () => {
  const server = { timerID: 't0', startedAt: '6', timeZone: 'UTC', version: 1, work: work('s') };
  expect(runningAfter(server, [])).toEqual(server);
  expect(runningAfter(server, [change('b', '5')])).toMatchObject({ startedAt: '5', work: { comment: 'b' } });
  expect(runningAfter(server, [stop('7')])).toBeNull();
  expect(runningAfter(server, [stop('7'), start('8')])).toMatchObject({ startedAt: '8' });
  expect(runningAfter(null, [change('b')])).toBeNull();
});

describe('the timer that runs is the one that was looked at', () => {
  const at = (timerID: string, startedAt: string, comment = 'a') => ({
    timerID,
    startedAt: `2026-11-20T${startedAt}:00Z`,
    timeZone: 'UTC',
    version: 1,
    work: work(comment),
  });
  const before = at('t1', '08:00');
  test.each<[string, ReturnType<typeof at> | null, boolean]>([
    ['as it was', before, true],
    ['with other work', { ...at('t1', '08:00', 'b'), version: 2 }, true],
    ['with its start moved', { ...at('t1', '07:30'), version: 3 }, true],
    ['no more: another one of the same work runs', at('t2', '09:00'), false],
    ['no more: another one of the same work and start runs', at('t2', '08:00'), false],
    [
      'no more: another one of the same work runs, and was changed since',
      { ...at('t2', '09:00'), version: 3 },
      false,
    ],
    ['no more: nothing runs', null, false],
  ])('%s', (_name, now, isSame) => {
    expect(isSameTimer(before, now)).toBe(isSame);
  });

  test('also while a start that was moved here is on its way', () => {
    const moved = runningAfter(before, [change('a', '2026-11-20T07:30:00Z')]);
    expect(isSameTimer(before, moved)).toBe(true);
  });

  test('from the moment of its start on, which the server hears of by the same id', () => {
    const begun = start('8');
    expect(runningAfter(null, [begun])).toMatchObject({ timerID: begun.key, startedAt: '8' });
    expect(runningAfter(before, [stop('9'), begun])).not.toMatchObject({ timerID: 't1' });
  });
});

describe('a start that is refused since another timer runs', () => {
  const after = (...acts: Act[]) => {
    const { refused, rest } = afterRefusedStart(acts);
    return [refused && short([refused])[0], short(rest)];
  };
  const sent = () => start('8', { isSent: true });

  test('is to be decided on, with what was changed of it', () => {
    expect(after(sent(), change('b', '7'))).toEqual(['start 7 b', []]);
  });

  test('is recorded where it was stopped; what runs is not touched', () => {
    expect(after(sent(), change('b'), stop('9'), start('10'))).toEqual([
      null,
      ['record 8-9 b', 'start 10 a'],
    ]);
  });

  test('is gone where it was thrown away', () => {
    expect(after(sent(), discard(), start('10'))).toEqual([null, ['start 10 a']]);
  });
});

describe('a stop is taken back', () => {
  test('as long as it was not sent', () => {
    const end = stop('9');
    expect(short(takeBack([end], end.key) ?? [])).toEqual([]);
    expect(takeBack([{ ...end, isSent: true }], end.key)).toBeNull();
    expect(takeBack([end], 'another')).toBeNull();
  });

  test('a timer that was to be recorded runs again', () => {
    const [record] = queued(start('8'), stop('9'));
    expect(short(takeBack(record ? [record] : [], record?.key ?? '') ?? [])).toEqual(['start 8 a']);
  });

  test('and is the one that it was', () => {
    const begun = start('8');
    const end = made({ kind: 'stop', timerID: begun.key, at: '9' });
    const back = takeBack(queued(begun, end), end.key) ?? [];
    expect(runningAfter(null, back)?.timerID).toBe(begun.key);
  });

  test('one that the release before kept without the id of its timer runs again as well', () => {
    const record = made({ kind: 'record', startedAt: '8', endedAt: '9', timeZone: 'UTC', work: work('a') });
    expect(short(takeBack([record], record.key) ?? [])).toEqual(['start 8 a']);
  });
});
