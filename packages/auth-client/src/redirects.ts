import type { Mode } from '@stint/domain/auth/mode.ts';
import {
  findAppAddress,
  findRedirect,
  findSafeRedirect,
  pickRedirect,
  type RedirectRules,
  type RedirectSources,
} from '@stint/domain/auth/redirect.ts';
import type { Environment } from './environment.ts';
import { usageError } from './errors.ts';
import type { EventHub } from './events.ts';

/** A target, `true` for "not mine, take the next source", `false` for "stay here". */
export type RedirectSetting = string | boolean | undefined;

/** Sends the page on: setting, `?redirect=`, `redirectTo` of the answer, root. Every target passes the one check of redirects. */
export interface Redirects {
  /** The target without going there; null when the caller stays. */
  pick(explicit: RedirectSetting, redirectTo?: unknown): string | null;
  /** Goes there, unless it is the page itself. Gives the target, or null where the page stays. */
  follow(explicit: RedirectSetting, redirectTo?: unknown): string | null;
  /** As `follow`, but stays where no source names a target: the site root is nobody's wish here. */
  followFound(explicit: RedirectSetting, redirectTo?: unknown): string | null;
  /** Leaves for an address of the provider or of a native app; nothing is checked. */
  leave(url: string): void;
  /** The target of a PKCE answer with its code added. @throws AuthError `Missing PKCE redirect url` */
  followPkce(explicit: RedirectSetting, redirectTo: unknown, authorizationCode: string): string;
}

/** The redirects of one client. */
export function createRedirects(
  environment: Environment,
  events: EventHub,
  allowedOrigins: () => readonly string[],
  mode: () => Mode,
): Redirects {
  const rules = (): RedirectRules => {
    const own = environment.location()?.origin;
    return { allowedOrigins: [...(own ? [own] : []), ...allowedOrigins()], mode: mode() };
  };
  const query = () => environment.location()?.searchParams.getAll('redirect');
  const leave = (url: string) => {
    events.emit('redirect', { url });
    environment.navigate(url);
  };
  const sources = (explicit: RedirectSetting, redirectTo: unknown): RedirectSources => ({
    explicit,
    query: query(),
    redirectTo: asInput(redirectTo),
  });
  const pick: Redirects['pick'] = (explicit, redirectTo) =>
    pickRedirect(sources(explicit, redirectTo), rules());
  const go = (target: string | null) => {
    if (target === null || isHere(environment.location(), target)) return null;
    leave(target);
    return target;
  };

  return {
    pick,
    leave,
    follow: (explicit, redirectTo) => go(pick(explicit, redirectTo)),
    followFound: (explicit, redirectTo) => go(findRedirect(sources(explicit, redirectTo), rules())),
    followPkce(explicit, redirectTo, authorizationCode) {
      const target = pickPkceTarget(explicit, query() ?? [], redirectTo, rules());
      if (!target) throw usageError('Missing PKCE redirect url');
      target.searchParams.set('authorization_code', authorizationCode);
      leave(target.href);
      return target.href;
    },
  };
}

/**
 * Caller and server may name an address with a scheme of their own; the page's query may not, or a stranger's link would
 * lead the code to them.
 */
function pickPkceTarget(
  explicit: RedirectSetting,
  query: readonly string[],
  redirectTo: unknown,
  rules: RedirectRules,
): URL | null {
  const fromQuery = query.length === 1 ? findSafeRedirect(query[0], rules) : null;
  for (const candidate of [explicit, fromQuery, redirectTo]) {
    const address = findAppAddress(asInput(candidate));
    if (address !== null) return new URL(address);
  }
  return null;
}

function isHere(page: URL | null, target: string): boolean {
  return page !== null && new URL(target, page.href).href === page.href;
}

function asInput(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
