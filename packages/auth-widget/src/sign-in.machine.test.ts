import { describe, expect, it } from 'vitest';
import {
  type AnyMachineSnapshot,
  assign,
  createMachine,
  fromPromise,
  initialTransition,
  transition as stepXState,
} from 'xstate';
import { initialContext } from './machine/context.ts';
import { STATE_PATHS } from './machine/state-paths.ts';
import { CALL_DONE, type Snapshot, transition } from './machine/statechart.ts';
import type { Context, SignInInput } from './machine/types.ts';
import { SCREENS } from './screens.ts';
import { signInMachine } from './sign-in.machine.ts';
import { en } from './strings/en.ts';
import { possibleEvents, startInputs, type WalkedStep, walk } from './testing/walk.ts';

type NodeLike = { states?: Record<string, NodeLike>; always?: unknown };

function leaves(node: NodeLike, path = ''): string[] {
  if (!node.states) return [path];
  return Object.entries(node.states).flatMap(([name, child]) =>
    leaves(child, path ? `${path}.${name}` : name),
  );
}

function nodeAt(path: string): NodeLike {
  return path
    .split('.')
    .reduce<NodeLike>((node, name) => node.states?.[name] ?? {}, signInMachine.config as NodeLike);
}

/** States that an unconditional `always` leaves at once. */
function isTransient(path: string): boolean {
  const { always } = nodeAt(path);
  const list = [always ?? []].flat() as { guard?: unknown }[];
  return list.some((each) => !each.guard);
}

const steps: WalkedStep[] = [];
const reached = new Set<string>();
const views = new Map<string, Set<string>>();
walk((step, before) => {
  steps.push(step);
  reached.add(step.to);
  if (!before) return;
  const screen = SCREENS[before.path as keyof typeof SCREENS](before.context, en, before.isBusy);
  views.set(before.path, (views.get(before.path) ?? new Set()).add(screen.view));
});

describe('the sign-in machine', () => {
  it('rests in exactly the states that the table of screens names', () => {
    const resting = leaves(signInMachine.config as NodeLike).filter((path) => !isTransient(path));
    expect(resting.toSorted()).toEqual([...STATE_PATHS].toSorted());
  });

  it('reaches every state', () => {
    expect([...reached].toSorted()).toEqual([...STATE_PATHS].toSorted());
  });

  it('has a view for every state it reaches, and reaches every view', () => {
    const shown = new Set([...views.values()].flatMap((names) => [...names]));
    expect([...shown].toSorted()).toEqual(
      [
        'backupCodes',
        'codeForm',
        'confirmLink',
        'done',
        'emailForm',
        'linkSent',
        'loading',
        'newPasswordForm',
        'notice',
        'passwordForm',
        'phoneForm',
        'selectFactor',
        'totpError',
        'totpForm',
        'totpSetup',
      ].toSorted(),
    );
    expect([...views.keys()].toSorted()).toEqual([...STATE_PATHS].toSorted());
  });

  it('never rests where nobody can go on: every state but the ends has a way out', () => {
    const ends = ['ssoProvider.leaving', 'missingFlowLocal'];
    const done = STATE_PATHS.filter((path) =>
      steps.every(({ from, to, effects }) => from !== path || (to === path && effects.length === 0)),
    );
    expect(done).toEqual(ends);
  });
});

describe('every transition of the specification (4.5) exists', () => {
  const rows: [from: string, event: string, to: string][] = [
    ['', 'start', 'init.obtainTenantId'],
    ['', 'start', 'init.initialiseClient'],
    ['init.initialiseClient', CALL_DONE, 'refreshTokens'],
    ['refreshTokens', CALL_DONE, 'alreadyLoggedIn'],
    ['init.initialiseClient', CALL_DONE, 'missingFlowLocal'],
    ['init.initialiseClient', CALL_DONE, 'placeholder'],
    ['init.initialiseClient', CALL_DONE, 'preview'],
    ['init.initialiseClient', CALL_DONE, 'setNewPassword.showForm'],
    ['init.initialiseClient', CALL_DONE, 'emailLink.showForm'],
    ['placeholder', 'failed', 'missingFlowFromServer'],
    ['missingFlowFromServer', 'retry', 'placeholder'],
    ['placeholder', CALL_DONE, 'selectFirstFactor'],
    ['placeholder', CALL_DONE, 'disabled'],
    ['placeholder', CALL_DONE, 'loginWithLink'],
    ['placeholder', CALL_DONE, 'confirmLink'],
    ['preview', CALL_DONE, 'emailCode.showForm'],
    ['preview', CALL_DONE, 'password.sending'],
    ['confirmLink', 'openLink', 'loginWithLink'],
    ['loginWithLink', CALL_DONE, 'finish'],
    ['loginWithLink', CALL_DONE, 'selectSecondFactor'],
    ['loginWithLink', 'failed', 'refreshTokens'],
    ['loginWithLink', 'failed', 'selectFirstFactor'],
    ['selectFirstFactor', 'selectFactor', 'emailLink.showForm'],
    ['selectFirstFactor', 'selectFactor', 'emailCode.showForm'],
    ['selectFirstFactor', 'selectFactor', 'smsCode.showForm'],
    ['selectFirstFactor', 'selectFactor', 'password.showForm'],
    ['selectFirstFactor', 'selectFactor', 'useTotp.showForm'],
    ['selectFirstFactor', 'selectFactor', 'setUpTotp.gettingQrCode'],
    ['selectFirstFactor', 'selectFactor', 'ssoProvider.goingToProvider'],
    ['selectFirstFactor', 'selectFactor', 'unhandledError'],
    ['selectFirstFactor', 'submit', 'password.sending'],
    ['emailLink.showForm', 'submit', 'emailLink.sending'],
    ['emailLink.sending', CALL_DONE, 'emailLink.showEmailSent'],
    ['emailLink.sending', 'failed', 'emailLink.showForm'],
    ['emailLink.showEmailSent', 'resend', 'emailLink.resending'],
    ['emailLink.resending', CALL_DONE, 'emailLink.showEmailSent'],
    ['emailLink.showEmailSent', 'back', 'emailLink.showForm'],
    ['emailLink.showForm', 'back', 'selectFirstFactor'],
    ['emailCode.sending', CALL_DONE, 'emailCode.showCodeForm'],
    ['emailCode.showCodeForm', 'submit', 'emailCode.verifying'],
    ['emailCode.showCodeForm', 'resend', 'emailCode.resending'],
    ['emailCode.verifying', CALL_DONE, 'emailCode.verified'],
    ['emailCode.verifying', 'failed', 'emailCode.showCodeForm'],
    ['emailCode.verifying', CALL_DONE, 'useTotp.showForm'],
    ['smsCode.sending', 'failed', 'smsCode.showForm'],
    ['smsCode.verifying', CALL_DONE, 'smsCode.verified'],
    ['password.showForm', 'submit', 'password.showForm'],
    ['password.sending', CALL_DONE, 'password.passwordSet'],
    ['password.sending', CALL_DONE, 'password.showEmailSent'],
    ['password.showEmailSent', 'back', 'password.showForm'],
    ['password.showEmailSent', 'back', 'selectFirstFactor'],
    ['password.sending', CALL_DONE, 'setUpTotp.gettingQrCode'],
    ['password.sending', CALL_DONE, 'selectSecondFactor'],
    ['password.sending', 'failed', 'password.showForm'],
    ['password.sending', 'failed', 'selectFirstFactor'],
    ['useTotp.sending', CALL_DONE, 'useTotp.success'],
    ['useTotp.sending', 'failed', 'useTotp.showForm'],
    ['setUpTotp.gettingQrCode', CALL_DONE, 'setUpTotp.showQrCode'],
    ['setUpTotp.gettingQrCode', 'failed', 'setUpTotp.showErrorMessage'],
    ['setUpTotp.showErrorMessage', 'retry', 'setUpTotp.gettingQrCode'],
    ['setUpTotp.showErrorMessage', 'back', 'selectSecondFactor'],
    ['setUpTotp.confirmingCode', CALL_DONE, 'setUpTotp.showBackupCodes'],
    ['setUpTotp.confirmingCode', 'failed', 'setUpTotp.showQrCode'],
    ['setUpTotp.showBackupCodes', 'finish', 'setUpTotp.setUpComplete'],
    ['setNewPassword.showForm', 'submit', 'setNewPassword.showForm'],
    ['setNewPassword.sending', CALL_DONE, 'setNewPassword.newPasswordSet'],
    ['setNewPassword.sending', CALL_DONE, 'useTotp.showForm'],
    ['ssoProvider.goingToProvider', CALL_DONE, 'ssoProvider.leaving'],
    ['ssoProvider.goingToProvider', 'failed', 'selectFirstFactor'],
    ['selectSecondFactor', 'selectFactor', 'smsCode.showForm'],
    ['selectSecondFactor', 'back', 'selectFirstFactor'],
    ['smsCode.showForm', 'back', 'selectSecondFactor'],
  ];
  const known = new Set(
    steps.map(({ from, event, to }) =>
      [from, event.type.replace('xstate.error.actor.call', 'failed'), to].join(' → '),
    ),
  );

  it.each(rows)('%s → %s → %s', (...row) => {
    expect(known).toContain(row.join(' → '));
  });
});

describe('XState runs the same machine', () => {
  /** The same description with XState's own assign, on XState's own interpreter. */
  function xstateMachine(input: SignInInput) {
    const { guards, actions } = signInMachine.implementations;
    const assigned = Object.entries(actions).map(([name, action]) => [
      name,
      'assignment' in action ? assign(action.assignment as never) : action,
    ]);
    const actors = [
      'getTenantId',
      'initialiseClient',
      'fetchFlow',
      'refresh',
      'loginWithLink',
      'sendPassword',
    ]
      .concat([
        'sendEmailLink',
        'sendCode',
        'verifyCode',
        'useTotp',
        'getTotp',
        'setNewPassword',
        'goToProvider',
      ])
      .map((name) => [name, fromPromise(() => new Promise(() => {}))]);
    return createMachine({
      ...(signInMachine.config as object),
      context: initialContext(input),
    } as never).provide({
      guards,
      actions: Object.fromEntries(assigned),
      actors: Object.fromEntries(actors),
    } as never);
  }

  function pathOf(snapshot: AnyMachineSnapshot): string {
    const { value } = snapshot;
    return typeof value === 'string' ? value : Object.entries(value).flat().join('.');
  }

  /** Follows one random path on both interpreters. */
  function compare(input: SignInInput, choose: (count: number) => number): void {
    const machine = xstateMachine(input);
    let [theirs] = initialTransition(machine) as [AnyMachineSnapshot, unknown];
    let ours: Snapshot<Context> = {
      path: pathOf(theirs),
      context: initialContext(input),
      entries: 0,
      isBusy: theirs.hasTag('busy'),
    };
    let call: string | null = signInMachine.config.initial ? startCall(ours.path) : null;
    for (let count = 0; count < 40; count += 1) {
      const events = possibleEvents(call);
      const event = events[choose(events.length)] ?? { type: 'finish' };
      const step = transition(signInMachine, ours, event);
      [theirs] = stepXState(machine, theirs as never, event as never) as unknown as [
        AnyMachineSnapshot,
        unknown,
      ];
      if (step.snapshot.entries !== ours.entries)
        call = step.effects.find(({ kind }) => kind === 'call')?.name ?? null;
      ours = step.snapshot;
      expect([ours.path, ours.isBusy, ours.context]).toEqual([
        pathOf(theirs),
        theirs.hasTag('busy'),
        theirs.context,
      ]);
    }
  }

  function startCall(path: string): string | null {
    return (
      { 'init.obtainTenantId': 'getTenantId', 'init.initialiseClient': 'initialiseClient' }[path] ?? null
    );
  }

  it('to the same states with the same memory, on 400 paths', { timeout: 60_000 }, () => {
    let seed = 7;
    const random = (count: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * count);
    };
    const inputs = startInputs();
    for (let path = 0; path < 400; path += 1) {
      const input = inputs[path % inputs.length];
      if (input) compare(input, random);
    }
    expect(inputs.length).toBeGreaterThan(30);
  });
});
