import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ToastProvider, useToast } from './toast.tsx';

let undone = 0;

function Example() {
  const toast = useToast();
  const action = { label: 'Undo', onPress: () => void undone++ };
  return (
    <button type="button" onClick={() => toast({ text: 'Removed.', action })}>
      Remove
    </button>
  );
}

test('who presses Undo goes on from where the focus was', async () => {
  const screen = await render(
    <ToastProvider dismissLabel="Dismiss">
      <Example />
    </ToastProvider>,
  );
  // In one go: a toast is gone after a while, however busy the machine is.
  const press = (name: string) => {
    const button = screen.getByRole('button', { name }).element() as HTMLElement;
    button.focus();
    flushSync(() => button.click());
  };
  press('Remove');
  press('Undo');
  await expect.element(screen.getByRole('button', { name: 'Remove' })).toHaveFocus();
  expect(undone).toBe(1);
});

test('what happened a moment ago is not printed', async () => {
  const screen = await render(
    <ToastProvider dismissLabel="Dismiss">
      <Example />
    </ToastProvider>,
  );
  const button = screen.getByRole('button', { name: 'Remove' }).element() as HTMLElement;
  flushSync(() => button.click());
  const { parentElement: card } = screen.getByText('Removed.').element();
  const isShown = () => card?.checkVisibility();
  expect(isShown()).toBe(true);
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  const isPrinted = isShown();
  await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  expect(isPrinted).toBe(false);
});
