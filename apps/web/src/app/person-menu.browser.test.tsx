import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Avatar } from '../ui/avatar.tsx';
import { openPage } from '../ui/page.fixture.tsx';
import { PersonMenu } from './person-menu.tsx';

const picture = '0190a000-0000-7000-8000-000000000001';

/** The person, as the cookie of the session tells the page. */
function signIn(image: string): void {
  const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 600, userUuid: 'u1', image }));
  const write = (value: string, age: number) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the session's cookie as the client writes it
    document.cookie = `id.acme0001=${value}; path=/; max-age=${age}`;
  };
  write(`e30.${claims}.x`, 600);
  onTestFinished(() => write('', 0));
}

test('the own picture stands in the menu, from this very host; one that cannot be had gives way to the initials', async () => {
  // A page notes 250 of what it asked for and no more: modules alone may be as many.
  performance.clearResourceTimings();
  performance.setResourceTimingBufferSize(10_000);
  signIn(`https://elsewhere.example/v0/pictures/${picture}`);
  const { screen } = await openPage(() => <PersonMenu onOpen={() => {}} />, { answers: {} });
  const asked = () => performance.getEntriesByType('resource').map(({ name }) => name);
  await expect.poll(asked).toContain(`${location.origin}/v0/pictures/${picture}`);
  await expect.element(screen.getByText('AL', { exact: true })).toBeVisible();
});

test('a picture that is there takes the place of the initials', async () => {
  const canvas = document.createElement('canvas');
  const screen = await render(<Avatar id="u1" name="Ada Lovelace" picture={canvas.toDataURL()} />);
  await expect.poll(() => screen.container.querySelector('img')?.complete).toBe(true);
  expect(screen.container.textContent).toBe('');
});
