import { type AuthClient, createAuthClient } from '@latchkey/client';
import { onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { SignInWidget, type SignInWidgetProps } from '../sign-in-widget.tsx';
import '../styles.css';
import { createContract } from './contract.ts';

type Routes = Parameters<typeof createContract>[0];

/** A widget in the page, with a client that talks to a fixture and never leaves the page. */
export async function mountWidget(routes: Routes, props: SignInWidgetProps = {}, address?: string) {
  const contract = createContract(
    Object.fromEntries(
      Object.entries(routes).map(([route, answer]) => [route.replace('{t}', 'tenants/abcd1234'), answer]),
    ),
  );
  const visits: string[] = [];
  const warnings: unknown[][] = [];
  const client = createAuthClient({
    tenantId: 'abcd1234',
    baseUrl: '/v0/',
    fetch: contract.fetch,
    navigate: (url) => void visits.push(url),
    warn: (...words) => void warnings.push(words),
    autoRefresh: false,
    ...(address ? { location: () => new URL(address, window.location.href), replaceAddress: () => {} } : {}),
  });
  onTestFinished(() => clean(client));
  const screen = await render(<SignInWidget client={client} {...props} />);
  return { screen, client, contract, visits, warnings };
}

function clean(client: AuthClient): void {
  client.clearSession();
  client.close();
  localStorage.clear();
  sessionStorage.clear();
}
