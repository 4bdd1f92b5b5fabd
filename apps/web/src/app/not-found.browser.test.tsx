import { expect, test } from 'vitest';
import { openPage } from '../ui/page.fixture.tsx';
import { text } from './messages.ts';
import { NotFound } from './not-found.tsx';

test('a page that is not there has a heading of its own, and the way to the week', async () => {
  const { screen } = await openPage(NotFound, { answers: {} });
  await expect.element(screen.getByRole('heading', { level: 1, name: text.notFound })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: text.toTime })).toHaveAttribute('href', '/time');
});
