import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { SignInNotes } from './sign-in-notes.tsx';

test('that the password is set is told on, though the address forgets it', async () => {
  const screen = await render(<SignInNotes search="?reset=done" />);
  await expect.element(screen.getByText('Password is set Successfully')).toBeVisible();
  await screen.rerender(<SignInNotes search="" />);
  expect(screen.getByText('Password is set Successfully').query()).not.toBeNull();
});
