import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { readOwnKeys, translateKeys } from '../lib/own-keys.ts';
import { openPage } from '../ui/page.fixture.tsx';
import { KeysDialog } from './keys-dialog.tsx';

beforeEach(() => localStorage.clear());

const open = async () => {
  const { screen } = await openPage(() => <KeysDialog onClose={() => {}} />, { answers: {} });
  await expect.element(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  return screen;
};

test('a key is replaced by the one that is pressed, kept, and brought back', async () => {
  const screen = await open();
  await screen.getByRole('button', { name: 'Add a row: N. Replace this key' }).click();
  await expect.element(screen.getByText('Press the new key for “Add a row”', { exact: false })).toBeVisible();
  await userEvent.keyboard('q');
  await expect.element(screen.getByRole('button', { name: 'Add a row: Q. Replace this key' })).toBeVisible();
  expect(readOwnKeys('u1').chosen).toEqual({ n: 'q' });
  await screen.getByRole('button', { name: 'Add a row: Q. Replace this key' }).click();
  await userEvent.keyboard('{Delete}');
  await expect.element(screen.getByRole('button', { name: 'Add a row: N. Replace this key' })).toBeVisible();
});

test('a key that is taken, or is none, is refused with what to do; Esc leaves everything', async () => {
  const screen = await open();
  await screen.getByRole('button', { name: 'Add a row: N. Replace this key' }).click();
  await userEvent.keyboard('x');
  await expect.element(screen.getByText('X is used for “Disapprove”. Press another key.')).toBeVisible();
  await userEvent.keyboard('5');
  await expect.element(screen.getByText('Press a letter or a sign', { exact: false })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  expect(readOwnKeys('u1').chosen).toEqual({});
});

test('a button that its press gives no focus, as in Safari, hears the next key all the same', async () => {
  const screen = await open();
  const button = screen.getByRole('button', { name: 'Add a row: N. Replace this key' }).element();
  // A click of the script alone moves no focus.
  (button as HTMLElement).click();
  await userEvent.keyboard('q');
  await expect.element(screen.getByRole('button', { name: 'Add a row: Q. Replace this key' })).toBeVisible();
});

test('all single keys are turned off, and the usual ones brought back', async () => {
  const screen = await open();
  await screen.getByRole('checkbox', { name: /Single keys/ }).click();
  expect(readOwnKeys('u1').isOff).toBe(true);
  await screen.getByRole('button', { name: 'Bring back the usual keys' }).click();
  expect(readOwnKeys('u1')).toEqual({ isOff: false, chosen: {} });
});

test('pages hear the key that is meant; fields and keys with Ctrl are left alone', () => {
  const heard: string[] = [];
  const hear = ({ key }: KeyboardEvent) => void heard.push(key);
  addEventListener('keydown', hear);
  let own = { isOff: false, chosen: { n: 'q' } as Record<string, string> };
  const end = translateKeys(() => own);
  const field = document.body.appendChild(document.createElement('input'));
  onTestFinished(() => {
    end();
    removeEventListener('keydown', hear);
    field.remove();
  });
  const press = (key: string, target: Element = document.body, more = {}) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  for (const key of ['q', 'n', 't', 'ArrowUp']) press(key);
  press('q', field);
  press('q', document.body, { ctrlKey: true });
  expect(heard.splice(0)).toEqual(['n', 't', 'ArrowUp', 'q', 'q']);
  own = { ...own, isOff: true };
  for (const key of ['q', 't', 'ArrowUp']) press(key);
  expect(heard).toEqual(['ArrowUp']);
});
