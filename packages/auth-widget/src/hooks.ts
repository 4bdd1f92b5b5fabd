import type { AuthClient, SessionSnapshot } from '@latchkey/client';
import { useEffect, useSyncExternalStore } from 'react';

const SIGNED_OUT: SessionSnapshot = { isSignedIn: false, user: null };

/** Who is signed in, as of now: renders again when that changes, in this tab or another one. */
export function useSession(client: AuthClient): SessionSnapshot {
  return useSyncExternalStore(client.subscribe, client.snapshot, () => SIGNED_OUT);
}

/** Whether the signed-in person holds a role in a tenant, the client's own by default. */
export function useHasRole(client: AuthClient, role: string, tenantId?: string): boolean {
  return useSyncExternalStore(
    client.subscribe,
    () => client.hasRole(role, tenantId),
    () => false,
  );
}

/** Sends signed-in people away from a page that is for others. */
export function useRedirectIfLoggedIn(client: AuthClient, redirect?: string | boolean): void {
  useEffect(() => void client.redirectIfLoggedIn(redirect), [client, redirect]);
}

/** Sends people without a session away from a page. */
export function useRedirectIfLoggedOut(client: AuthClient, redirect?: string | boolean): void {
  useEffect(() => void client.redirectIfLoggedOut(redirect), [client, redirect]);
}
