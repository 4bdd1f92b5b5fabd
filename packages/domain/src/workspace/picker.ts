import type { NameLines } from './name-lines.ts';

/** What time can be recorded on, by its places: from zero on, in the order in which it is offered. */
export type Pickable = {
  /** Each with the name of its client. */
  projects: NameLines;
  activities: NameLines;
  /** Of each activity one where projects that list none have it, else zero. */
  areGlobal: Uint8Array;
  /** The activities of each project that lists some, in their order. */
  listed: ReadonlyMap<number, readonly number[]>;
};

/** A project with an activity, or with none. */
export type Pick = {
  project: number;
  activity: number | null;
  isFavourite: boolean;
  usedDate: string | null;
};

/**
 * What the picker offers: favourites first, then what was used last, then all in their order. Every word has to be in the names of
 * client, project or activity.
 * @param known favourites and what was used lately
 */
export function pick(
  { projects, activities, areGlobal, listed }: Pickable,
  {
    words,
    size,
    known,
    isSeen,
  }: { words: readonly string[]; size: number; known: readonly Pick[]; isSeen: (project: number) => boolean },
): Pick[] {
  const all = (1 << words.length) - 1;
  const inProject = projects.having(words);
  const inActivity = activities.having(words);
  const isFound = (project: number, activity: number | null) =>
    ((inProject[project] as number) | (activity === null ? 0 : (inActivity[activity] as number))) === all;

  // Projects that have the same words are offered with the same activities: as many of them as are asked for at most.
  const globalOf = new Map<number, readonly (number | null)[]>();
  const findGlobal = (project: number): readonly (number | null)[] => {
    const had = inProject[project] as number;
    const before = globalOf.get(had);
    if (before) return before;
    const found: (number | null)[] = [];
    for (let activity = 0; activity < activities.count && found.length < size; activity++)
      if (areGlobal[activity] === 1 && isFound(project, activity)) found.push(activity);
    if (found.length === 0 && had === all) found.push(null);
    globalOf.set(had, found);
    return found;
  };
  const offered = (project: number) =>
    listed.get(project)?.filter((activity) => isFound(project, activity)) ?? findGlobal(project);

  const picked = known
    .filter(({ project, activity }) => isSeen(project) && isFound(project, activity))
    .toSorted(inOrder)
    .slice(0, size);
  const isPicked = new Set(picked.map(keyOf));
  for (let project = 0; project < projects.count && picked.length < size; project++) {
    if (!isSeen(project)) continue;
    for (const activity of offered(project)) {
      const row = { project, activity, isFavourite: false, usedDate: null };
      if (picked.length < size && !isPicked.has(keyOf(row))) picked.push(row);
    }
  }
  return picked;
}

const keyOf = ({ project, activity }: Pick): string => `${project}/${activity}`;

function inOrder(one: Pick, other: Pick): number {
  return (
    Number(other.isFavourite) - Number(one.isFavourite) ||
    byNewest(one.usedDate, other.usedDate) ||
    one.project - other.project
  );
}

function byNewest(one: string | null, other: string | null): number {
  if (one === other) return 0;
  return one === null || (other !== null && one < other) ? 1 : -1;
}
