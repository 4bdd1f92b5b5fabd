import type { Clock } from '../platform/clock.ts';

/** What anybody may know about signing in to a tenant: mode, flow and providers, as GET `mode` tells (protocol 7.1). */
export type SignInSettings = {
  mode: string;
  authentication: object;
  sso: readonly object[];
};

export type SignInDirectory = {
  /** The settings of the root tenant, or null while the provider does not answer: the page then asks by itself. */
  find(): Promise<SignInSettings | null>;
};

export type SignInDirectoryOptions = {
  auth: { baseUrl: string; tenantId: string };
  /** Of the pages: it decides which world the tenant answers for. */
  origin: string;
  clock: Clock;
  fetch: typeof globalThis.fetch;
};

/** A changed flow is on the page after this time at the latest. */
const KEPT_MILLISECONDS = 5_000;
/** A page is rather sent without than late. */
const TIMEOUT_MILLISECONDS = 1_000;

/** Asks the provider once for all pages of five seconds, so that the form need not wait for a call of its own. */
export function createSignInDirectory(options: SignInDirectoryOptions): SignInDirectory {
  let kept: { answer: Promise<SignInSettings | null>; until: number } | null = null;
  return {
    find() {
      const now = options.clock.now().getTime();
      if (kept && kept.until > now) return kept.answer;
      const answer = ask(options).catch(() => null);
      const asking = { answer, until: now + KEPT_MILLISECONDS };
      kept = asking;
      // What failed is asked for again by the next page.
      void answer.then((settings) => {
        if (!settings && kept === asking) kept = null;
      });
      return answer;
    },
  };
}

async function ask({ auth, origin, fetch }: SignInDirectoryOptions): Promise<SignInSettings | null> {
  const response = await fetch(`${auth.baseUrl}tenants/${auth.tenantId}/mode`, {
    headers: { origin },
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  if (!response.ok) return null;
  const { mode, authentication, sso = [] } = (await response.json()) as Partial<SignInSettings>;
  return mode && authentication ? { mode, authentication, sso } : null;
}
