import { useState } from 'react';
import { isSame, mergeValues } from '../lib/merge-values.ts';
import { type ConflictChoiceProps, writeValue } from './conflict-choice.tsx';

/** What each field is called, and how its value is told where it does not speak for itself. */
export type FieldWords<Values> = {
  [Name in keyof Values]: { label: string; write?: (value: Values[Name]) => string };
};

type Versioned = { version: number };

type Shared<Values, Thing> = {
  /** What is stored: as the form was opened with, as it was saved, or as somebody else made it. */
  stored: Thing;
  /** The same as it would be in the fields. */
  base: Values;
  values: Values;
  conflict: Conflict<Values> | null;
};

/** @property mine what was in the fields when the other one became known */
type Conflict<Values> = { mine: Values; taken: (keyof Values)[]; disputed: (keyof Values)[] };

export type SharedValues<Values, Thing> = {
  /** As it is known now: a newer one that comes while somebody types is met as well. */
  stored: Thing;
  /** @param base what was stored before, where there is something: for what a thing can cease to say */
  valuesOf: (thing: Thing, base?: Values) => Values;
  words: FieldWords<Values>;
};

/**
 * What is typed over something that others change as well. Nothing of theirs is overwritten unseen and nothing typed is lost:
 * what was not touched here follows them, and where both differ each field shows mine beside theirs.
 */
export function useSharedValues<Values extends object, Thing extends Versioned>({
  stored: known,
  valuesOf,
  words,
}: SharedValues<Values, Thing>) {
  const [shared, setShared] = useState<Shared<Values, Thing>>(() => {
    const base = valuesOf(known);
    return { stored: known, base, values: base, conflict: null };
  });
  if (known.version > shared.stored.version) setShared(follow(shared, known, valuesOf(known, shared.base)));
  const { stored, base, values, conflict } = shared;
  const set = (change: Partial<Values>) =>
    setShared((now) => ({ ...now, values: { ...now.values, ...change } }));
  return {
    values,
    set,
    /** What a save replaces: its version goes with it. */
    stored,
    /** Somebody else was faster. */
    meet: (theirs: Thing) => setShared((now) => arrive(now, theirs, valuesOf(theirs, now.base))),
    /** It is stored; what was typed since stays. @param sent what was in the fields then */
    settle: (saved: Thing, sent: Values) =>
      setShared((now) => ({ ...now, stored: saved, base: sent, conflict: null })),
    choice: conflict && {
      ...choiceOf({ values, base, conflict, words, set }),
      onTheirs: () => setShared((now) => ({ ...now, values: now.base, conflict: null })),
    },
  };
}

function arrive<Values extends object, Thing>(
  now: Shared<Values, Thing>,
  stored: Thing,
  base: Values,
): Shared<Values, Thing> {
  const { values, taken, disputed } = mergeValues(now.base, now.values, base);
  return { stored, base, values, conflict: { mine: values, taken, disputed } };
}

/** Something newer came by itself: it is worth a word only where both changed the same field. */
function follow<Values extends object, Thing>(
  before: Shared<Values, Thing>,
  stored: Thing,
  base: Values,
): Shared<Values, Thing> {
  const next = arrive(before, stored, base);
  const isDisputed = next.conflict?.disputed.some((name) => !isSame(before.base[name], base[name]));
  return isDisputed ? next : { ...next, conflict: before.conflict && next.conflict };
}

type Choosing<Values> = {
  values: Values;
  base: Values;
  conflict: Conflict<Values>;
  words: FieldWords<Values>;
  set: (change: Partial<Values>) => void;
};

function choiceOf<Values>({
  values,
  base,
  conflict: { mine, taken, disputed },
  words,
  set,
}: Choosing<Values>): Pick<ConflictChoiceProps, 'fields' | 'taken'> {
  const put = (name: keyof Values, from: Values) => set({ [name]: from[name] } as unknown as Partial<Values>);
  return {
    taken: taken.map((name) => words[name].label),
    fields: disputed.map((name) => {
      const { label, write = writeValue } = words[name];
      const isTheirs = isSame(values[name], base[name]);
      return {
        label,
        isTheirs,
        // What is typed on after the choice came is mine as well.
        mine: write(isTheirs ? mine[name] : values[name]),
        theirs: write(base[name]),
        onMine: () => put(name, mine),
        onTheirs: () => put(name, base),
      };
    }),
  };
}
