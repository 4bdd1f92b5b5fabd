import { expect, test } from 'vitest';
import { createLastWrites } from './last-writes.ts';

function setUp() {
  const kept = new Map<string, string>();
  let now = 1_000_000;
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage;
  const tab = () =>
    createLastWrites(
      () => storage,
      () => now,
    );
  return { kept, tab, pass: (milliseconds: number) => (now += milliseconds) };
}

test('names the writes of the last ten seconds, of every tab', () => {
  const { tab, pass } = setUp();
  const [one, other] = [tab(), tab()];
  expect(one.text()).toBe('0');
  one.note('700');
  pass(6000);
  other.note('701');
  expect(one.text()).toBe('700,701');
  pass(4000);
  expect(one.text()).toBe('701');
  pass(6000);
  expect(other.text()).toBe('0');
});

test('says nothing where there are more than the service reads, or nothing can be kept', () => {
  const { tab, kept } = setUp();
  const writes = tab();
  for (let name = 1; name <= 16; name += 1) writes.note(String(name));
  expect(writes.text()).toBe('1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16');
  writes.note('17');
  expect(writes.text()).toBeNull();
  kept.set('stint.lastWrites', 'not JSON');
  expect(writes.text()).toBeNull();
  const closed = createLastWrites(
    () => {
      throw new Error('denied');
    },
    () => 0,
  );
  closed.note('1');
  expect(closed.text()).toBeNull();
});

test('a clock that was set back forgets nothing that may matter', () => {
  const { tab, pass } = setUp();
  const writes = tab();
  writes.note('700');
  pass(-60_000);
  expect(writes.text()).toBe('700');
});
