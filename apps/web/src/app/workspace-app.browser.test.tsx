import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../lib/query-client.ts';
import { createSession } from '../lib/session.ts';
import { inTurn, Refusal, serve, settings, startOf } from '../ui/page.fixture.tsx';
import { WorkspaceApp } from './workspace-app.tsx';

const start = startOf();

test.each([
  ['a broken server', new Refusal(500, 'internal', 'Something broke.')],
  ['a dead session', new Response('Please re-login.', { status: 401 })],
])('what is being typed stays where the workspace cannot be read again: %s', async (_, failure) => {
  const session = createSession(settings, { onSessionEnded: () => {}, onUnauthorized: () => {} });
  onTestFinished(() => session.auth.close());
  const { asked } = serve({
    'GET /Workspace': inTurn(start, failure),
    'GET /Subscription/GetSubscriptionActiveStatus': { isActive: true },
    'GET /v0/auth/refresh': new Refusal(401, 'unauthorized', 'Signed out.'),
  } as never);
  const root = createRootRoute({ component: () => <input aria-label="Name" /> });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: root, history }) as never;
  const queryClient = createQueryClient();
  const screen = await render(<WorkspaceApp session={session} queryClient={queryClient} router={router} />);
  await screen.getByLabelText('Name').fill('Harbour');
  await queryClient.invalidateQueries({ queryKey: ['workspace'] });
  await expect.poll(() => asked.filter(({ key }) => key === 'GET /Workspace').length).toBe(2);
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Harbour');
});
