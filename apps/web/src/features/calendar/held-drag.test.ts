import { expect, test } from 'vitest';
import { createHeldDrag, type Drag } from './held-drag.ts';

const begun: Drag = { kind: 'draw', entry: null, day: 2, from: 540, to: 600, isOff: false, isCopy: false };

test('a move within a step of the grid tells nobody, one beyond it does', () => {
  const held = createHeldDrag();
  const heard: (Drag | null)[] = [];
  held.subscribe(() => heard.push(held.now()));
  held.set(begun);
  held.set({ ...begun });
  const further = { ...begun, to: 630 };
  held.set(further);
  held.set({ ...further });
  held.set(null);
  held.set(null);
  expect(heard).toEqual([begun, further, null]);
});

test('another day, the strip and a copy are other places', () => {
  const held = createHeldDrag();
  let told = 0;
  held.subscribe(() => {
    told += 1;
  });
  for (const change of [{}, { day: 3 }, { isOff: true }, { isCopy: true }]) held.set({ ...begun, ...change });
  expect(told).toBe(4);
});
