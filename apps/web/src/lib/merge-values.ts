export type Merged<Values> = {
  values: Values;
  /** Not touched here, and changed by somebody else: theirs is in the values. */
  taken: (keyof Values)[];
  /** Changed here, and not what somebody else saved: mine is in the values. */
  disputed: (keyof Values)[];
};

/** What a form holds once somebody else saved the same: what was typed here, and for the rest what they saved. */
export function mergeValues<Values extends object>(
  before: Values,
  mine: Values,
  theirs: Values,
): Merged<Values> {
  const names = Object.keys(mine) as (keyof Values)[];
  const taken = names.filter((name) => isSame(mine[name], before[name]) && !isSame(mine[name], theirs[name]));
  return {
    values: { ...mine, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) },
    taken,
    disputed: names.filter((name) => !taken.includes(name) && !isSame(mine[name], theirs[name])),
  };
}

/** Values of fields are texts, numbers, yes or no, and lists and tables of these. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
