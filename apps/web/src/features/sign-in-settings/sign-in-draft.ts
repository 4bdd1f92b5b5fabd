import type { SignInPolicy, TenantRecord } from '@latchkey/client';
import { FACTOR_KINDS, type Factor, factorKey } from '@stint/domain/auth/factor.ts';

/** Who needs a second step, as the page offers it. */
export type Who = 'nobody' | 'leaders' | 'everybody';

/** What an owner has chosen so far. Factors by their keys. */
export type Draft = { first: string[]; second: string[]; who: Who; startsOn: string };

/** Roles whose people decide about others. */
const LEADERS = ['owner', 'admin'];

/** First factors that need no provider of their own; a provider is offered where it is set up. */
export function offeredFirst(providers: readonly string[]): string[] {
  return FACTOR_KINDS.filter(
    ({ channel, isSso, strategy }) => channel !== 'authenticator' && (!isSso || providers.includes(strategy)),
  ).map(factorKey);
}

/** What can be asked after a first factor. */
export function offeredSecond(): string[] {
  return FACTOR_KINDS.filter(({ canBeSecond }) => canBeSecond)
    .map(factorKey)
    .toSorted((a, b) => Number(b.startsWith('authenticator')) - Number(a.startsWith('authenticator')));
}

/** What the page begins with: what holds now. */
export function draftOf({ authentication }: Pick<TenantRecord, 'authentication'>): Draft {
  const { firstFactors, secondFactors, isMfaRequired } = authentication;
  return {
    first: firstFactors.map(factorKey),
    second: secondFactors.map(factorKey),
    who: isMfaRequired === true ? 'everybody' : Array.isArray(isMfaRequired) ? 'leaders' : 'nobody',
    startsOn: '',
  };
}

/** The policy that a draft means, without its date. */
export function policyOf({ first, second, who }: Draft) {
  return {
    firstFactors: first.map(factorOf),
    secondFactors: second.map(factorOf),
    isMfaRequired: who === 'everybody' ? true : who === 'leaders' ? LEADERS : false,
  } satisfies SignInPolicy;
}

/** The same with the day it begins, at midnight where the owner is. */
export function changeOf(draft: Draft): SignInPolicy {
  const policy = policyOf(draft);
  return draft.startsOn === ''
    ? policy
    : { ...policy, startsAt: new Date(`${draft.startsOn}T00:00`).toISOString() };
}

/** Why a draft cannot be saved. */
export function problemOf(draft: Draft, today: string): 'first' | 'start' | null {
  if (draft.first.length === 0) return 'first';
  return draft.startsOn !== '' && draft.startsOn <= today ? 'start' : null;
}

function factorOf(key: string): Pick<Factor, 'channel' | 'strategy'> {
  const [channel = '', strategy = ''] = key.split('/');
  return { channel, strategy };
}
