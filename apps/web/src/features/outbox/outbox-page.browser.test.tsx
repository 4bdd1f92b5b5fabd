import { expect, onTestFinished, test } from 'vitest';
import { openSitePage } from '../../ui/page.fixture.tsx';
import { OutboxPage } from './outbox-page.tsx';

test('the outbox says where it has more messages than it shows', async () => {
  const { screen } = await openSitePage(OutboxPage, {});
  const provided = globalThis.fetch;
  onTestFinished(() => {
    globalThis.fetch = provided;
  });
  const message = { id: 'm1', channel: 'email', to: 'ada@example.test', subject: 'Hello', text: 'Hello' };
  const results = [{ ...message, createdAt: '2026-02-02T08:00:00.000Z' }];
  globalThis.fetch = async () => Response.json({ results, total: 214 });
  await screen.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(screen.getByText('The newest 1 of 214 are shown.')).toBeVisible();
});
