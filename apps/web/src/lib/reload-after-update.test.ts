import { expect, test } from 'vitest';
import { watchLeaving } from './leaving.ts';
import { reloadAfterUpdate } from './reload-after-update.ts';

function openPage() {
  const kept = new Map<string, string>();
  const page = { target: new EventTarget(), at: 1_000_000, reloads: 0 };
  reloadAfterUpdate({
    target: page.target,
    isLeaving: watchLeaving(page.target, () => page.at),
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
    },
    now: () => page.at,
    reload: () => {
      page.reloads += 1;
    },
  });
  const failToLoad = () => {
    const event = new Event('vite:preloadError', { cancelable: true });
    page.target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { page, failToLoad };
}

test('a part that is gone after an update loads the page anew', () => {
  const { page, failToLoad } = openPage();
  expect(failToLoad()).toBe(true);
  expect(page.reloads).toBe(1);
});

test('a part that is still gone right after that is an error of the page, not a loop', () => {
  const { page, failToLoad } = openPage();
  failToLoad();
  page.at += 59_000;
  expect(failToLoad()).toBe(false);
  expect(page.reloads).toBe(1);
  page.at += 2000;
  expect(failToLoad()).toBe(true);
});

test('a page that is being left is not loaded anew; one that stays after all is', () => {
  const { page, failToLoad } = openPage();
  page.target.dispatchEvent(new Event('beforeunload'));
  page.at += 9000;
  expect(failToLoad()).toBe(false);
  expect(page.reloads).toBe(0);
  page.at += 2000;
  expect(failToLoad()).toBe(true);
});
