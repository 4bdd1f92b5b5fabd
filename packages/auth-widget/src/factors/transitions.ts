import type { DoneActorEvent } from 'xstate';
import type { SignOnOutcome } from '../machine/types.ts';

type SignOnDone = { event: DoneActorEvent<SignOnOutcome> };

const outcome = ({ event }: SignOnDone): SignOnOutcome => event.output;
const keepOutcome = { type: 'keepOutcome', params: outcome } as const;

/**
 * What follows the answer of any call that may sign in: the second factor where one is asked, nothing where the
 * page is being left, else the factor's own end.
 */
export function afterSignOn<Target extends string>(target: Target) {
  return [
    {
      guard: { type: 'needsSecondFactor', params: outcome },
      target: '#signIn.secondFactor',
      actions: keepOutcome,
    },
    { guard: { type: 'isLeaving', params: outcome }, target: '#signIn.ssoProvider.leaving' },
    { target, actions: [keepOutcome, 'leave'] },
  ] as const;
}

/** Keeps what a refused call said. */
export const keepError = {
  type: 'keepError',
  params: ({ event }: { event: { error: unknown } }) => event.error,
} as const;

/** Keeps why the widget could not begin. */
export const keepInitError = {
  type: 'keepInitError',
  params: ({ event }: { event: { error: unknown } }) => event.error,
} as const;

/** A refused call: its error is kept and the form shown again. */
export function failTo<Target extends string>(target: Target) {
  return { target, actions: keepError } as const;
}

/** What was submitted before the flow was known is sent as soon as it is; the fields are kept already. */
export const sendPending = {
  guard: 'hasPending',
  target: 'sending',
  actions: 'clearPending',
} as const;

/** Back from a factor's form to the selection it was chosen from; ignored where there was none. */
export const backToSelection = [
  {
    guard: 'canGoBackSecond',
    target: '#signIn.selectSecondFactor',
    actions: ['clearError', 'clearMessage', 'forgetFactor'],
  },
  {
    guard: 'canGoBack',
    target: '#signIn.selectFirstFactor',
    actions: ['clearError', 'clearMessage', 'forgetFactor'],
  },
] as const;
