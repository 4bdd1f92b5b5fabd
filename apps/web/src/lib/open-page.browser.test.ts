import { expect, onTestFinished, test, vi } from 'vitest';
import { createOpenPage } from './open-page.ts';

/** Two pages that are open, as far as the browser's locks can tell. */
function openTwo() {
  const [one, other] = [createOpenPage(), createOpenPage()];
  const [closeOne, closeOther] = [one.begin(), other.begin()];
  onTestFinished(() => {
    closeOne();
    closeOther();
  });
  return { one, other, closeOne, closeOther };
}

/** All locks that were asked for before have been given or wait. */
const settled = () => navigator.locks.request(`settled.${crypto.randomUUID()}`, () => {});

test('who waits for a page is told once it is gone, and once only', async () => {
  const { one, other, closeOne } = openTwo();
  const told = vi.fn<() => void>();
  other.whenGone(one.id, told);
  other.whenGone(one.id, told);
  await settled();
  expect(told).not.toHaveBeenCalled();
  closeOne();
  await expect.poll(() => told.mock.calls.length).toBe(1);
});

test('a page that is not open is gone already', async () => {
  const { one } = openTwo();
  const told = vi.fn<() => void>();
  one.whenGone(crypto.randomUUID(), told);
  await expect.poll(() => told.mock.calls.length).toBe(1);
});

test('nobody waits for oneself, nor goes on waiting when the own page ends', async () => {
  const { one, other, closeOne, closeOther } = openTwo();
  const told = vi.fn<() => void>();
  one.whenGone(one.id, told);
  other.whenGone(one.id, told);
  closeOther();
  closeOne();
  await settled();
  expect(told).not.toHaveBeenCalled();
});

test('a browser without locks takes all pages for one', () => {
  const locks = Object.getOwnPropertyDescriptor(Navigator.prototype, 'locks');
  Reflect.deleteProperty(Navigator.prototype, 'locks');
  onTestFinished(() => {
    if (locks) Object.defineProperty(Navigator.prototype, 'locks', locks);
  });
  expect([createOpenPage().id, createOpenPage().id]).toEqual(['', '']);
});
