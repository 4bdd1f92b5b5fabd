import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import type { Factor } from '@stint/domain/auth/factor.ts';
import { usageError } from './errors.ts';
import { readFactors } from './first-factor.ts';
import { asObject, type JsonObject } from './json.ts';
import type { ClientParts } from './parts.ts';
import type { RedirectSetting, Redirects } from './redirects.ts';
import { readIssuedTokens } from './tokens.ts';
import type { User } from './user.ts';

/** Who wants to hear of the steps of a sign-on, besides the client's events. */
export interface SignOnCallbacks {
  /** The answer of the old system of a migrating password login. */
  onUpstreamResponse?: (upstreamResponse: unknown, answer: JsonObject) => void;
  onMfaRequired?: (secondFactors: readonly Factor[], answer: JsonObject) => void;
  /** Takes over the PKCE redirect; the page then follows `redirectTo` only where it is an address of its own. */
  onPkceRequired?: (authorizationCode: string, redirectTo: string | undefined) => void;
  onTokens?: (user: User | null, answer: JsonObject) => void;
  onRedirect?: (url: string) => void;
}

/** Where the page goes after a sign-on, and who hears of it. */
export interface SignOnOptions extends SignOnCallbacks {
  redirect?: RedirectSetting;
}

/** How a sign-on call ended. `answer` is the body as the server sent it. */
export type SignOnResult =
  | { outcome: 'signedIn'; user: User | null; redirectedTo: string | null; answer: JsonObject }
  | { outcome: 'secondFactorRequired'; secondFactors: readonly Factor[]; answer: JsonObject }
  | { outcome: 'pkceRequired'; authorizationCode: string; redirectedTo: string | null; answer: JsonObject }
  | { outcome: 'accepted'; redirectedTo: string | null; answer: JsonObject };

/** Acts on a sign-on answer in a fixed order, by presence of the keys: upstream answer, second factor, tokens, code, target. */
export function finishSignOn(
  parts: ClientParts,
  answer: Partial<SignOn>,
  options: SignOnOptions = {},
): SignOnResult {
  if ('upstreamResponse' in answer) options.onUpstreamResponse?.(answer.upstreamResponse, answer);
  if ('firstFactorToken' in answer) return awaitSecondFactor(parts, answer, options);
  const hasTokens = 'tokens' in answer;
  if (hasTokens) acceptTokens(parts, answer, options);
  if ('authorizationCode' in answer) return finishPkce(parts, answer, options);
  const redirectedTo = followAnswer(answer, options, parts.redirects.follow);
  if (!hasTokens) return { outcome: 'accepted', redirectedTo, answer };
  return { outcome: 'signedIn', user: parts.session.user(), redirectedTo, answer };
}

/** Writes the tokens of an answer and tells everybody. @throws AuthError where a token is missing or cannot be kept */
export function acceptTokens(parts: ClientParts, answer: JsonObject, options: SignOnCallbacks = {}): void {
  const issued = readIssuedTokens(answer);
  if (!issued) throw brokenTokens(answer);
  parts.session.write(issued, parts.memory.mode);
  parts.firstFactor.clear();
  const user = parts.session.user();
  parts.tabs.tell('tokens');
  parts.events.emit('tokens', { user });
  options.onTokens?.(user, answer);
}

/** The bearer of a sign-on call: the access token for a step-up, else the first-factor token while one waits. */
export function signOnBearer(parts: ClientParts, isStepUp = false): string | null {
  if (isStepUp) return parts.session.tokens().accessToken;
  return parts.firstFactor.find()?.firstFactorToken ?? null;
}

/** `code_challenge` of the calls that take it. */
export function pkceQuery(parts: ClientParts): { code_challenge: string | null } {
  return { code_challenge: parts.pkce.challenge() };
}

function awaitSecondFactor(
  parts: ClientParts,
  answer: Partial<SignOn>,
  options: SignOnOptions,
): SignOnResult {
  const { firstFactorToken = '', authentication } = answer;
  const secondFactors = readFactors(authentication?.secondFactors);
  if (answer.isMfaRequired === true) parts.firstFactor.keep({ firstFactorToken, secondFactors });
  parts.events.emit('mfaRequired', { secondFactors });
  options.onMfaRequired?.(secondFactors, answer);
  return { outcome: 'secondFactorRequired', secondFactors, answer };
}

function finishPkce(parts: ClientParts, answer: Partial<SignOn>, options: SignOnOptions): SignOnResult {
  const { authorizationCode = '', redirectTo } = answer;
  parts.events.emit('pkceRequired', { authorizationCode, redirectTo });
  options.onPkceRequired?.(authorizationCode, redirectTo);
  const redirectedTo = options.onPkceRequired
    ? followAnswer(answer, options, parts.redirects.followFound)
    : parts.redirects.followPkce(options.redirect, redirectTo, authorizationCode);
  // The challenge has its code: the next sign-in of this browser is one of its own.
  parts.pkce.clear();
  return { outcome: 'pkceRequired', authorizationCode, redirectedTo, answer };
}

/** Only an answer that names a target leads anywhere, with or without tokens. */
function followAnswer(
  answer: Partial<SignOn>,
  options: SignOnOptions,
  follow: Redirects['follow'],
): string | null {
  const redirectedTo = 'redirectTo' in answer ? follow(options.redirect, answer.redirectTo) : null;
  if (redirectedTo) options.onRedirect?.(redirectedTo);
  return redirectedTo;
}

function brokenTokens(answer: JsonObject): Error {
  const hasAccess = typeof asObject(asObject(answer.tokens).access).value === 'string';
  return usageError(hasAccess ? 'Cannot define user: missing ID token' : 'the provider token is missing');
}
