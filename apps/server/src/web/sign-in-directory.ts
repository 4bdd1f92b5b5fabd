import type { Clock } from '../platform/clock.ts';

/** What anybody may know about signing in to a tenant: mode, flow and providers, as GET `mode` tells (protocol 7.1). */
export type SignInSettings = {
  mode: string;
  authentication: object;
  sso: readonly object[];
};

export type SignInDirectory = {
  /**
   * The settings of a tenant for pages of an origin, or null while the provider does not answer: the page then asks by itself.
   * @param origin decides which world the tenant answers for
   */
  find(tenantId: string, origin: string): Promise<SignInSettings | null>;
};

export type SignInDirectoryOptions = {
  auth: { baseUrl: string };
  clock: Clock;
  fetch: typeof globalThis.fetch;
};

/** A changed flow is on the page after this time at the latest. */
const KEPT_MILLISECONDS = 5_000;
/** A page is rather sent without than late. */
const TIMEOUT_MILLISECONDS = 1_000;
const MOST_KEPT = 5_000;

type Asking = { answer: Promise<SignInSettings | null>; until: number };

/** Asks the provider once for all pages of five seconds, so that the form need not wait for a call of its own. */
export function createSignInDirectory(options: SignInDirectoryOptions): SignInDirectory {
  const kept = new Map<string, Asking>();
  return {
    find(tenantId, origin) {
      const now = options.clock.now().getTime();
      const key = `${tenantId} ${origin}`;
      const known = kept.get(key);
      if (known && known.until > now) return known.answer;
      const answer = ask(options, tenantId, origin).catch(() => null);
      const asking = { answer, until: now + KEPT_MILLISECONDS };
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(key, asking);
      // What failed is asked for again by the next page.
      void answer.then((settings) => {
        if (!settings && kept.get(key) === asking) kept.delete(key);
      });
      return answer;
    },
  };
}

async function ask(
  { auth, fetch }: SignInDirectoryOptions,
  tenantId: string,
  origin: string,
): Promise<SignInSettings | null> {
  const response = await fetch(`${auth.baseUrl}tenants/${tenantId}/mode`, {
    headers: { origin },
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  if (!response.ok) return null;
  const { mode, authentication, sso = [] } = (await response.json()) as Partial<SignInSettings>;
  return mode && authentication ? { mode, authentication, sso } : null;
}
