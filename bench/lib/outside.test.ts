import { describe, expect, test } from 'vitest';
import { busyTicks, whileQuiet } from './outside.ts';

describe('a round beside other programs', () => {
  const using = (...cores: number[]) => {
    const left = [...cores];
    return () => () => left.shift() ?? 0;
  };

  test('counts when nothing else was at work', async () => {
    let rounds = 0;
    const attempt = await whileQuiet(async () => ++rounds, using(0.09));
    expect(attempt).toEqual({ value: 1, isBusy: false });
  });

  test('is done again', async () => {
    let rounds = 0;
    const attempt = await whileQuiet(async () => ++rounds, using(0.5, 0.02));
    expect(attempt).toEqual({ value: 2, isBusy: false });
  });

  test('is marked when the others do not stop', async () => {
    let rounds = 0;
    const attempt = await whileQuiet(async () => ++rounds, using(0.5, 0.4, 0.3, 0));
    expect(attempt).toEqual({ value: 3, isBusy: true });
  });
});

test('what the cores did is read from the first line, waiting left out', () => {
  expect(busyTicks('cpu  100 20 30 4000 500 6 7 80 9 9\ncpu0 1 1 1 1 1 1 1 1 1 1\n')).toBe(163);
});
