import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Actor, createActor, fromPromise, type SnapshotFrom } from 'xstate';
import type { Calls, Context, SignInEvent, SignInInput } from '../machine/types.ts';
import { signInMachine } from '../sign-in.machine.ts';

/** Who carries out what the machine names. */
export interface MachineHost {
  calls: { [Name in keyof Calls]: (input: Calls[Name][0]) => Promise<Calls[Name][1]> };
  actions: { [Name in 'leave' | 'proceed' | 'greet' | 'abandonSignIn']: (context: Context) => void };
}

type SignInActor = Actor<typeof signInMachine>;
type SignInSnapshot = SnapshotFrom<typeof signInMachine>;

/** The library's answer comes 1 ms late, so that a navigation begins before a success screen flashes (spec 9). */
const LATE_MILLISECONDS = 1;

/** Runs the machine for one mounted widget. The latest host serves every call; the input counts when it starts. */
export function useSignInMachine(
  input: SignInInput,
  host: MachineHost,
): [SignInSnapshot, (event: SignInEvent) => void] {
  const [latest] = useState({ host });
  latest.host = host;
  const [runner] = useState(() => createRunner(input, () => latest.host));
  useEffect(() => {
    runner.start();
    return runner.stop;
  }, [runner]);
  const snapshot = useSyncExternalStore(runner.subscribe, runner.getSnapshot, runner.getSnapshot);
  return [snapshot, runner.send];
}

/** An actor that may be stopped and started again, as React does with effects in development: it then begins anew. */
function createRunner(input: SignInInput, host: () => MachineHost) {
  const listeners = new Set<() => void>();
  let actor = createSignInActor(input, host);

  function start(): void {
    if (actor.getSnapshot().status !== 'active') actor = createSignInActor(input, host);
    actor.subscribe(tell);
    actor.start();
    tell();
  }

  function tell(): void {
    for (const listener of listeners) listener();
  }

  return {
    start,
    stop: () => void actor.stop(),
    send: (event: SignInEvent) => actor.send(event),
    getSnapshot: () => actor.getSnapshot(),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function createSignInActor(input: SignInInput, host: () => MachineHost): SignInActor {
  const { calls, actions } = host();
  const actors = mapValues(calls, (name) =>
    fromPromise(async ({ input: given }: { input: unknown }) => {
      const call = host().calls[name] as (input: unknown) => Promise<unknown>;
      const output = await call(given);
      await new Promise((resolve) => setTimeout(resolve, LATE_MILLISECONDS));
      return output;
    }),
  );
  const named = mapValues(
    actions,
    (name) =>
      ({ context }: { context: Context }) =>
        host().actions[name](context),
  );
  // each call keeps its name and shapes; the table type cannot say so for a mapped object
  return createActor(signInMachine.provide({ actors, actions: named } as never), { input });
}

function mapValues<Table extends object, Result>(table: Table, map: (name: keyof Table) => Result) {
  return Object.fromEntries(Object.keys(table).map((name) => [name, map(name as keyof Table)]));
}
