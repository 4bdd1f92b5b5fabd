import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
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
