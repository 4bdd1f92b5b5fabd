import { onTestFinished } from 'vitest';

const KINDS = ['access', 'id'] as const;

/** The cookies of a session, as the client of the provider writes them; they go with the test. */
export function signIn(userUuid: string, tabs?: BroadcastChannel): void {
  const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 600, userUuid }));
  for (const kind of KINDS) {
    // biome-ignore lint/suspicious/noDocumentCookie: the session's cookies as the client writes them
    document.cookie = `${kind}.acme0001=e30.${claims}.x; path=/`;
  }
  onTestFinished(() => {
    for (const kind of KINDS) {
      // biome-ignore lint/suspicious/noDocumentCookie: see above
      document.cookie = `${kind}.acme0001=; path=/; max-age=0`;
    }
  });
  // As the tab in which somebody signed in tells the others.
  tabs?.postMessage('tokens');
}
