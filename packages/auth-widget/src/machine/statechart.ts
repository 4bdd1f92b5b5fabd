import type { setup as xstateSetup } from 'xstate';

/**
 * A small interpreter of the part of SCXML that the sign-in uses. The machine is written in the words of XState 5 and
 * checked by its types; XState itself runs it in the tests, step by step against this one (sign-in.machine.test.ts). Here
 * it would cost 11 of the 25 KiB that the first screen may have.
 */
export interface Statechart<Context> {
  config: StateNode;
  implementations: Implementations<Context>;
}

/** Where a machine is. */
export interface Snapshot<Context> {
  /** The resting state: `password.showForm`. */
  path: string;
  context: Context;
  /** Rises whenever a state is entered, so that the answer of a call that was left behind is known as such. */
  entries: number;
  isBusy: boolean;
}

/** What the host has to do: carry out a call of the state that was entered, or an action it is named. */
export type Effect<Context> =
  | { kind: 'call'; name: string; input: unknown }
  | { kind: 'action'; name: string; context: Context };

/** A transition's result. Nothing has happened yet but this. */
export interface Step<Context> {
  snapshot: Snapshot<Context>;
  effects: readonly Effect<Context>[];
}

/** Events of calls have the names that XState gives them for an invocation with the id `call`. */
export const CALL_DONE = 'xstate.done.actor.call';
export const CALL_FAILED = 'xstate.error.actor.call';

/** Any event; those of calls carry `output` or `error`. */
export interface AnyEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface StateNode {
  initial?: string;
  states?: Readonly<Record<string, StateNode>>;
  on?: Readonly<Record<string, Transitions>>;
  always?: Transitions;
  entry?: Actions;
  tags?: string;
  invoke?: { src: string; input?: (scope: object) => unknown; onDone?: Transitions; onError?: Transitions };
}

type Named = string | { type: string; params?: unknown };
type Actions = Named | readonly Named[];
type Transition = { target?: string; guard?: Named; actions?: Actions };
type Transitions = string | Transition | readonly Transition[];
type Scope<Context> = { context: Context; event: AnyEvent };

interface Implementations<Context> {
  guards: Readonly<Record<string, (scope: Scope<Context>, params: never) => boolean>>;
  actions: Readonly<Record<string, Assignment<Context> | (() => void)>>;
}

/** A change of the context, as `assign` of XState takes it. */
interface Assignment<Context> {
  assignment: Partial<Context> | ((scope: Scope<Context>, params: never) => Partial<Context>);
}

/** As `setup` of XState, with its types; the machine it makes is only a description. */
export const setup = ((implementations: object) => ({
  createStateConfig: (config: object) => config,
  createMachine: (config: object) => ({ config, implementations }),
})) as unknown as typeof xstateSetup;

/** The state a machine begins in. */
export function begin<Context>(chart: Statechart<Context>, context: Context): Step<Context> {
  const run = newRun(chart, { path: '', context, entries: 0, isBusy: false }, { type: 'xstate.init' });
  enter(run, '', chart.config.initial ?? '');
  return settle(run);
}

/** What an event leads to; an event that means nothing here changes nothing. */
export function transition<Context>(
  chart: Statechart<Context>,
  snapshot: Snapshot<Context>,
  event: AnyEvent,
): Step<Context> {
  const run = newRun(chart, snapshot, event);
  take(run, (node) => candidates(node, event.type));
  return settle(run);
}

interface Run<Context> {
  chart: Statechart<Context>;
  snapshot: Snapshot<Context>;
  event: AnyEvent;
  effects: Effect<Context>[];
}

function newRun<Context>(
  chart: Statechart<Context>,
  snapshot: Snapshot<Context>,
  event: AnyEvent,
): Run<Context> {
  return { chart, snapshot, event, effects: [] };
}

/** Follows transitions that need no event until the machine rests, calls of states that it only passed through are not made. */
function settle<Context>(run: Run<Context>): Step<Context> {
  while (take(run, (node) => node.always));
  const isBusy = nodeAt(run.chart, run.snapshot.path).tags === 'busy';
  return { snapshot: { ...run.snapshot, isBusy }, effects: run.effects };
}

/** Takes the first transition whose guard holds, from the resting state outwards. */
function take<Context>(run: Run<Context>, list: (node: StateNode) => Transitions | undefined): boolean {
  for (let path = run.snapshot.path; path; path = parentOf(path)) {
    for (const step of asList(list(nodeAt(run.chart, path)))) {
      if (step.guard && !holds(run, step.guard)) continue;
      act(run, step.actions);
      if (step.target !== undefined) enter(run, parentOf(path), step.target);
      return true;
    }
  }
  return false;
}

/** Enters a target: absolute behind a hash, else a sibling; entry actions run for every state that is new. */
function enter<Context>(run: Run<Context>, parent: string, target: string): void {
  let path = target.startsWith('#') ? target.slice(target.indexOf('.') + 1) : join(parent, target);
  for (let node = nodeAt(run.chart, path); node.initial; node = nodeAt(run.chart, path))
    path = join(path, node.initial);
  const before = run.snapshot.path;
  run.snapshot = { ...run.snapshot, path, entries: run.snapshot.entries + 1 };
  // the call of a state that was passed through without resting is not made
  run.effects = run.effects.filter(({ kind }) => kind !== 'call');
  for (const each of lineage(path)) {
    const isNew = each === path || !`${before}.`.startsWith(`${each}.`);
    if (isNew) act(run, nodeAt(run.chart, each).entry);
  }
  const { invoke } = nodeAt(run.chart, path);
  if (invoke) run.effects.push({ kind: 'call', name: invoke.src, input: invoke.input?.(scopeOf(run)) });
}

function act<Context>(run: Run<Context>, actions: Actions | undefined): void {
  for (const action of actions === undefined ? [] : [actions].flat()) {
    const { name, params } = resolve(run, action as Named);
    const known = run.chart.implementations.actions[name];
    if (known && 'assignment' in known) assignTo(run, known, params);
    else run.effects.push({ kind: 'action', name, context: run.snapshot.context });
  }
}

function assignTo<Context>(run: Run<Context>, { assignment }: Assignment<Context>, params: unknown): void {
  const change = typeof assignment === 'function' ? assignment(scopeOf(run), params as never) : assignment;
  run.snapshot = { ...run.snapshot, context: { ...run.snapshot.context, ...change } };
}

function holds<Context>(run: Run<Context>, guard: Named): boolean {
  const { name, params } = resolve(run, guard);
  return run.chart.implementations.guards[name]?.(scopeOf(run), params as never) ?? false;
}

function resolve<Context>(run: Run<Context>, named: Named): { name: string; params: unknown } {
  if (typeof named === 'string') return { name: named, params: undefined };
  const { type, params } = named;
  return { name: type, params: typeof params === 'function' ? params(scopeOf(run)) : params };
}

function scopeOf<Context>({ snapshot, event }: Run<Context>): Scope<Context> {
  return { context: snapshot.context, event };
}

function candidates({ on, invoke }: StateNode, type: string): Transitions | undefined {
  if (type === CALL_DONE) return invoke?.onDone;
  return type === CALL_FAILED ? invoke?.onError : on?.[type];
}

function nodeAt<Context>({ config }: Statechart<Context>, path: string): StateNode {
  let node: StateNode = config;
  for (const name of path ? path.split('.') : []) node = node.states?.[name] ?? {};
  return node;
}

function lineage(path: string): string[] {
  const names = path.split('.');
  return names.map((_, index) => names.slice(0, index + 1).join('.'));
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

function join(parent: string, name: string): string {
  return parent ? `${parent}.${name}` : name;
}

function asList(transitions: Transitions | undefined): readonly Transition[] {
  if (transitions === undefined) return [];
  return [transitions]
    .flat()
    .map((each) => (typeof each === 'string' ? { target: each } : (each as Transition)));
}
