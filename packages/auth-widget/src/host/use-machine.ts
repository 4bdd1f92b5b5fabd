import { toAuthError } from '@latchkey/client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { initialContext } from '../machine/context.ts';
import {
  type AnyEvent,
  begin,
  CALL_DONE,
  CALL_FAILED,
  type Effect,
  type Snapshot,
  type Step,
  transition,
} from '../machine/statechart.ts';
import type { Calls, ClientStart, Context, SignInEvent, SignInInput } from '../machine/types.ts';
import { signInMachine } from '../sign-in.machine.ts';

/** Who carries out what the machine names. */
export interface MachineHost {
  calls: { [Name in keyof Calls]: (input: Calls[Name][0]) => Promise<Calls[Name][1]> };
  actions: {
    [Name in 'leave' | 'proceed' | 'greet' | 'abandonSignIn' | 'tellLinkRefused']: (context: Context) => void;
  };
}

type SignInSnapshot = Snapshot<Context>;

/** The library's answer comes 1 ms late, so that a navigation begins before a success screen flashes. */
const LATE_MILLISECONDS = 1;

/**
 * Runs the machine for one mounted widget. The latest host serves every call; the input counts when it starts. What the
 * client knows without asking, `start`, is told before the first rendering: the form of a given flow is there at once.
 */
export function useSignInMachine(
  input: SignInInput,
  host: MachineHost,
  start: () => ClientStart,
): [SignInSnapshot, (event: SignInEvent) => void] {
  const [latest] = useState({ host });
  latest.host = host;
  const [runner] = useState(() => createRunner(input, () => latest.host, start));
  useEffect(() => {
    runner.start();
    return runner.stop;
  }, [runner]);
  const snapshot = useSyncExternalStore(runner.subscribe, runner.getSnapshot, runner.getServerSnapshot);
  return [snapshot, runner.send];
}

/** Steps the machine and carries out its effects. Stopped and started again, as React does in development, it begins anew. */
function createRunner(input: SignInInput, host: () => MachineHost, clientStart: () => ClientStart) {
  const listeners = new Set<() => void>();
  const unknown = begin(signInMachine, initialContext(input));
  const first = tellStart(unknown, clientStart);
  let { snapshot } = first;
  /** Rises with every start and stop, so that answers to a former life are not heard. */
  let life = 0;

  function start(): void {
    life += 1;
    apply(first);
  }

  function stop(): void {
    life += 1;
  }

  function dispatch(event: AnyEvent): void {
    apply(transition(signInMachine, snapshot, event));
  }

  function apply(step: Step<Context>): void {
    ({ snapshot } = step);
    for (const effect of step.effects) carryOut(effect);
    for (const listener of listeners) listener();
  }

  function carryOut(effect: Effect<Context>): void {
    const { calls, actions } = host();
    if (effect.kind === 'call') void runCall(calls[effect.name as keyof Calls], effect.input);
    else actions[effect.name as keyof MachineHost['actions']](effect.context);
  }

  /** An answer counts only while the state that asked is still the one on screen. */
  async function runCall(call: (input: never) => Promise<unknown>, given: unknown): Promise<void> {
    const asked = { life, entries: snapshot.entries };
    const event = await call(given as never).then(
      (output): AnyEvent => ({ type: CALL_DONE, output }),
      // a lost call throws what the network threw: here it gets its type
      (error: unknown): AnyEvent => ({ type: CALL_FAILED, error: toAuthError(error) }),
    );
    await new Promise((resolve) => setTimeout(resolve, LATE_MILLISECONDS));
    if (asked.life === life && asked.entries === snapshot.entries) dispatch(event);
  }

  return {
    start,
    stop,
    send: (event: SignInEvent) => dispatch({ ...event }),
    getSnapshot: () => snapshot,
    // A page made by a server knows nothing of the browser's session: both render the same at first.
    getServerSnapshot: () => unknown.snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The step after the client's start; where it cannot be told, the machine asks for it and shows what went wrong. */
function tellStart(step: Step<Context>, clientStart: () => ClientStart): Step<Context> {
  if (step.snapshot.path !== 'init.initialiseClient') return step;
  try {
    return transition(signInMachine, step.snapshot, { type: CALL_DONE, output: clientStart() });
  } catch {
    return step;
  }
}
