import { expect, test } from 'vitest';
import type { SessionEnd } from './api-client.ts';
import { createSessionEnd } from './session-end.ts';

const minute = 60_000;

/** A tab: its storage outlives the pages, each page hears of its own end. */
function openTab(logout: () => Promise<unknown> = async () => {}) {
  const stored = new Map<string, string>();
  const events: string[] = [];
  let time = 1_000_000;
  let isAtWork = false;
  const resumes: (() => void)[] = [];
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const openPage = (kept: () => typeof storage = () => storage) =>
    createSessionEnd({
      logout: () => {
        events.push('logout');
        return logout();
      },
      storage: kept,
      now: () => time,
      leave: () => events.push('leave'),
      stop: () => events.push('stop'),
      hold: (resume) => {
        if (isAtWork) events.push('hold');
        resumes.push(resume);
        return isAtWork;
      },
    });
  const wait = (milliseconds: number) => {
    time += milliseconds;
  };
  const work = (is: boolean) => {
    isAtWork = is;
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { openPage, events, wait, settle, work, signInAgain: () => resumes.at(-1)?.() };
}

test('however many calls are refused at once, the person is signed out once and leaves once', async () => {
  const tab = openTab();
  const end = tab.openPage();
  for (let call = 0; call < 5; call += 1) end('refused');
  await tab.settle();
  expect(tab.events).toEqual(['logout', 'leave']);
});

test.each([
  [0, 'stop'],
  [2 * minute - 1, 'stop'],
  [2 * minute, 'leave'],
])('a fresh session refused again %i ms later: %s', async (milliseconds, outcome) => {
  const tab = openTab();
  tab.openPage()('refused');
  await tab.settle();
  tab.wait(milliseconds);
  tab.openPage()('refused');
  await tab.settle();
  expect(tab.events).toEqual(['logout', 'leave', 'logout', outcome]);
});

test.each<[SessionEnd[], string]>([
  [['over', 'over', 'over'], 'leave'],
  [['over', 'over', 'over', 'over'], 'stop'],
  [['over', 'refused'], 'leave'],
  [['refused', 'over', 'over'], 'leave'],
  [['refused', 'over', 'refused'], 'stop'],
])('ends soon after each other, %j: the last leads to %s', async (ends, outcome) => {
  const tab = openTab();
  for (const how of ends) {
    tab.openPage()(how);
    await tab.settle();
  }
  expect(tab.events.at(-1)).toBe(outcome);
});

test('the page is left only when the session has ended at the provider', async () => {
  let answer: (value?: unknown) => void = () => {};
  const tab = openTab(() => new Promise((resolve) => (answer = resolve)));
  tab.openPage()('refused');
  await tab.settle();
  expect(tab.events).toEqual(['logout']);
  answer();
  await tab.settle();
  expect(tab.events).toEqual(['logout', 'leave']);
});

test('a browser that refuses storage is led to the sign-in page all the same', async () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  const tab = openTab();
  tab.openPage(refuse)('refused');
  await tab.settle();
  expect(tab.events).toEqual(['logout', 'leave']);
});

test('who is filling in a form stays there; after signing in again elsewhere the next end counts anew', async () => {
  const tab = openTab();
  const end = tab.openPage();
  tab.work(true);
  end('over');
  await tab.settle();
  end('over');
  await tab.settle();
  expect(tab.events).toEqual(['logout', 'hold']);
  tab.signInAgain();
  tab.work(false);
  end('over');
  await tab.settle();
  expect(tab.events).toEqual(['logout', 'hold', 'logout', 'leave']);
});
