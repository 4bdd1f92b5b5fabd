import type { Factor } from '@stint/domain/auth/factor.ts';
import { DEFAULT_CONFIG, initialContext } from '../machine/context.ts';
import {
  type AnyEvent,
  begin,
  CALL_DONE,
  CALL_FAILED,
  type Effect,
  type Snapshot,
  transition,
} from '../machine/statechart.ts';
import type { Calls, Config, Context, SignInInput, SignOnOutcome } from '../machine/types.ts';
import { signInMachine } from '../sign-in.machine.ts';

/** One step of the machine, as a walk met it. */
export interface WalkedStep {
  /** Resting state before, or an empty text for the start. */
  from: string;
  event: AnyEvent;
  to: string;
  /** Names of calls and actions that the step asks the host for. */
  effects: readonly string[];
}

export const PASSWORD: Factor = { channel: 'email', strategy: 'password' };
export const LINK: Factor = { channel: 'email', strategy: 'link' };
export const EMAIL_CODE: Factor = { channel: 'email', strategy: 'verificationCode' };
export const SMS_CODE: Factor = { channel: 'sms', strategy: 'verificationCode' };
export const TOTP: Factor = { channel: 'authenticator', strategy: 'totp' };
export const GOOGLE: Factor = { channel: 'email', strategy: 'google' };
const UNKNOWN: Factor = { channel: 'pigeon', strategy: 'note' };

const ALL = [PASSWORD, LINK, EMAIL_CODE, SMS_CODE, TOTP, GOOGLE];
const configured = (factor: Factor): Factor => ({ ...factor, isConfiguredByUser: true });

const FLOWS: readonly (readonly Factor[])[] = [ALL, [], [UNKNOWN], ...ALL.map((factor) => [factor])];
const SECOND: readonly (readonly Factor[])[] = [
  [],
  [TOTP],
  [configured(TOTP), SMS_CODE],
  [configured(TOTP), configured(SMS_CODE)],
  [EMAIL_CODE, SMS_CODE, TOTP, PASSWORD],
  [UNKNOWN],
];

const signedIn: SignOnOutcome = { outcome: 'signedIn', secondFactors: [], answer: { redirectTo: '/next' } };
const leaving: SignOnOutcome = { outcome: 'leaving', secondFactors: [], answer: {} };
const accepted: SignOnOutcome = { outcome: 'accepted', secondFactors: [], answer: {} };
const outcomes = [
  signedIn,
  leaving,
  ...SECOND.map(
    (secondFactors): SignOnOutcome => ({ outcome: 'secondFactorRequired', secondFactors, answer: {} }),
  ),
];
const LINKS = [
  null,
  { token: 't', uuid: 'u', linkType: 'login', isAskedHere: true },
  { token: 't', uuid: 'u', linkType: 'login', isAskedHere: false },
];
const start = { mode: 'test', modeReason: 'http', pendingSecondFactors: null } as const;
const fetched = { mode: 'test', modeReason: 'http', customProviders: [] } as const;

/** Answers that each call may give, few but of every kind. */
const ANSWERS: { [Name in keyof Calls]: readonly Calls[Name][1][] } = {
  getTenantId: ['abcd1234'],
  initialiseClient: [
    ...LINKS.flatMap((link) => [true, false].map((isLoggedIn) => ({ ...start, link, isLoggedIn }))),
    { ...start, isLoggedIn: false, link: null, pendingSecondFactors: [configured(TOTP)] },
  ],
  fetchFlow: [
    { ...fetched, flow: null },
    ...FLOWS.map((firstFactors) => ({
      ...fetched,
      flow: { firstFactors: [...firstFactors], secondFactors: [] },
    })),
  ],
  refresh: [{ isLoggedIn: true }, { isLoggedIn: false }],
  loginWithLink: outcomes,
  sendPassword: [...outcomes, accepted],
  sendEmailLink: [{ sentAt: 1 }],
  sendCode: [{ sentAt: 1 }],
  verifyCode: outcomes,
  useTotp: outcomes,
  getTotp: [{ qrCode: 'data:,', totpSecret: 'ABCD', backupCodes: ['one'] }],
  setNewPassword: [...outcomes, accepted],
  goToProvider: [undefined],
};

/** What people do, in every state. */
const ACTIONS: readonly AnyEvent[] = [
  { type: 'submit', email: 'a@b.co', emailOrUsername: 'a@b.co', password: 'x', confirmPassword: 'x' },
  { type: 'submit', email: 'a@b.co', password: 'x', confirmPassword: 'y' },
  { type: 'submit', phoneNumber: '+17025550123' },
  ...[...ALL, UNKNOWN].map((factor) => ({ type: 'selectFactor', factor })),
  { type: 'selectCustomProvider', providerId: 'acme' },
  { type: 'back' },
  { type: 'resend' },
  { type: 'retry' },
  { type: 'useBackupCode', useBackupCode: true },
  { type: 'useBackupCode', useBackupCode: false },
  { type: 'openLink' },
  { type: 'finish' },
];

/** Every way to start a widget that leads somewhere else. */
export function startInputs(): SignInInput[] {
  const base: Config = { ...DEFAULT_CONFIG, tenantId: 'abcd1234' };
  const flow = { firstFactors: ALL, secondFactors: [] };
  const variants: Partial<Config>[] = [
    {},
    { tenantId: '' },
    { shouldFetchFlow: false },
    { flow },
    { flow, compact: true, activeFactor: EMAIL_CODE },
    ...FLOWS.map((firstFactors) => ({
      shouldFetchFlow: false,
      flow: { firstFactors: [...firstFactors], secondFactors: [] },
    })),
    { shouldFetchFlow: false, redirectOnLoad: true, flow },
    { shouldFetchFlow: false, customProviders: [{ providerId: 'acme', label: 'Acme' }], flow },
  ];
  return (['login', 'signup', 'reset'] as const).flatMap((type) =>
    variants.map((variant) => ({ user: {}, config: { ...base, ...variant, type } })),
  );
}

/** The first event after a snapshot that is possible here: what people do, and what a running call may answer. */
export function possibleEvents(call: string | null): readonly AnyEvent[] {
  if (!call) return ACTIONS;
  const answers: readonly unknown[] = ANSWERS[call as keyof Calls];
  return [
    ...answers.map((output) => ({ type: CALL_DONE, output })),
    { type: CALL_FAILED, error: { statusCode: 400, message: 'refused', type: 'bad_request_error' } },
    ...ACTIONS,
  ];
}

/**
 * Walks every state that can be reached from every start, and tells each step to `visit`. States that differ only in what
 * was typed or refused before are one.
 */
export function walk(visit: (step: WalkedStep, before: Snapshot<Context> | null) => void): void {
  const seen = new Set<string>();
  for (const input of startInputs()) {
    const first = begin(signInMachine, initialContext(input));
    visit(
      { from: '', event: { type: 'start' }, to: first.snapshot.path, effects: names(first.effects) },
      null,
    );
    const open = [{ snapshot: first.snapshot, call: callOf(first.effects) }];
    for (let at = open.pop(); at; at = open.pop()) {
      const key = essence(at.snapshot, at.call);
      if (seen.has(key)) continue;
      seen.add(key);
      for (const event of possibleEvents(at.call)) {
        const { snapshot, effects } = transition(signInMachine, at.snapshot, event);
        visit({ from: at.snapshot.path, event, to: snapshot.path, effects: names(effects) }, at.snapshot);
        const isSameState = snapshot.entries === at.snapshot.entries;
        open.push({ snapshot, call: isSameState ? at.call : callOf(effects) });
      }
    }
  }
}

function callOf(effects: readonly Effect<Context>[]): string | null {
  return effects.find(({ kind }) => kind === 'call')?.name ?? null;
}

function names(effects: readonly Effect<Context>[]): string[] {
  return effects.map(({ name }) => name);
}

/** What decides where a snapshot can lead. */
function essence({ path, context }: Snapshot<Context>, call: string | null): string {
  const { config, isLoggedIn, isSecondFactor, canGoBack, isInline, query, view, pendingSubmit } = context;
  return JSON.stringify([
    path,
    call,
    [config.type, config.shouldFetchFlow, config.redirectOnLoad, config.customProviders.length],
    config.tenantId !== '',
    config.action,
    config.activeFactor?.strategy,
    config.flow?.firstFactors.length,
    config.flow?.firstFactors[0]?.strategy,
    [isLoggedIn, isSecondFactor, canGoBack, isInline, query?.isValid, query?.isAskedHere, view.isMfaRequired],
    view.allowedSecondFactors,
    pendingSubmit !== null,
  ]);
}
