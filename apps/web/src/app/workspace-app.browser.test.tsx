import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useApp } from '../lib/app-context.ts';
import { makeCalls } from '../lib/calls.ts';
import { writeAs } from '../lib/formats.ts';
import { formatHours } from '../lib/hours.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { createSession } from '../lib/session.ts';
import { inTurn, Refusal, serve, settings, startOf } from '../ui/page.fixture.tsx';
import { WorkspaceApp } from './workspace-app.tsx';

const start = startOf();

/** The application around one field, and hours as the workspace writes them. */
async function open(second: unknown) {
  const session = createSession(
    settings,
    { onSessionEnded: () => {}, onSomebodyElse: () => {}, onUnauthorized: () => {} },
    makeCalls,
  );
  onTestFinished(() => session.auth.close());
  const { asked } = serve({
    'GET /Workspace': inTurn(start, second),
    'GET /Subscription/GetSubscriptionActiveStatus': { isActive: true },
    'GET /v0/auth/refresh': new Refusal(401, 'unauthorized', 'Signed out.'),
  } as never);
  const root = createRootRoute({ component: Page });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: root, history }) as never;
  const queryClient = createQueryClient();
  const screen = await render(<WorkspaceApp session={session} queryClient={queryClient} router={router} />);
  return { screen, asked, queryClient };
}

function Page() {
  useApp();
  return (
    <form>
      <input aria-label="Name" />
      <output>{formatHours(450)}</output>
    </form>
  );
}

test.each([
  ['a broken server', new Refusal(500, 'internal', 'Something broke.')],
  ['a dead session', new Response('Please re-login.', { status: 401 })],
])('what is being typed stays where the workspace cannot be read again: %s', async (_, failure) => {
  const { screen, asked, queryClient } = await open(failure);
  await screen.getByLabelText('Name').fill('Harbour');
  await queryClient.invalidateQueries({ queryKey: ['workspace'] });
  await expect.poll(() => asked.filter(({ key }) => key === 'GET /Workspace').length).toBe(2);
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Harbour');
});

test('where a colleague has the workspace write otherwise, all is written so and what is typed stays', async () => {
  onTestFinished(() => writeAs(start.settings));
  const others = { ...start.settings, durationFormat: 'decimal', dateFormat: 'D.M.YYYY', version: 4 };
  const { screen, queryClient } = await open({ ...start, settings: others });
  await expect.element(screen.getByText('7:30')).toBeVisible();
  await screen.getByLabelText('Name').fill('Harbour');
  await queryClient.invalidateQueries({ queryKey: ['workspace'] });
  await expect.element(screen.getByText('7.50')).toBeVisible();
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Harbour');
});
