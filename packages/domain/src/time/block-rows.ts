/** What a row of the week is called. */
export interface NamedRow {
  clientName: string | null;
  projectName: string;
  activityName: string | null;
}

/** Where a pasted row belongs by its names: a row of the week, or why there is none. */
export type RowByName = { row: number } | { problem: 'noRow' | 'severalRows' | 'takenRow' };

/**
 * Finds the rows of the week that pasted rows name. All of their words have to be names of the row, whatever their order; a
 * row that has no more names than those comes before others. An empty cell under a name repeats it, as tables do that name a
 * project once for several activities.
 *
 * @param heads the words before the hours of each pasted row
 * @returns one for each pasted row; null where none of them names a project of the week, and places are all there is
 */
export function placeByNames(
  heads: readonly (readonly string[])[],
  rows: readonly NamedRow[],
): RowByName[] | null {
  const plainRows = rows.map(({ clientName, projectName, activityName }) => ({
    project: plainOf(projectName),
    names: [clientName, projectName, activityName].filter((name) => name !== null).map(plainOf),
  }));
  const projects = new Set(plainRows.map(({ project }) => project));
  const pasted = repeatedDown(heads.map((words) => words.map(plainOf)));
  if (!pasted.some((words) => words.some((word) => projects.has(word)))) return null;
  const taken = new Set<number>();
  return pasted.map((words) => {
    const wanted = words.filter((word) => word !== '');
    const fitting = [...plainRows.keys()].filter((at) => areNamesOf(wanted, plainRows[at]?.names ?? []));
    const exact = fitting.filter((at) => plainRows[at]?.names.length === wanted.length);
    const [row, ...others] = exact.length > 0 ? exact : fitting;
    if (row === undefined || wanted.length === 0) return { problem: 'noRow' };
    if (others.length > 0) return { problem: 'severalRows' };
    if (taken.has(row)) return { problem: 'takenRow' };
    taken.add(row);
    return { row };
  });
}

function plainOf(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Each name stands for one word: `Support · Support` is a project and an activity. */
function areNamesOf(words: readonly string[], names: readonly string[]): boolean {
  const left = [...names];
  return words.every((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Empty cells before a row's last word say the same as above. */
function repeatedDown(rows: readonly (readonly string[])[]): string[][] {
  let above: readonly string[] = [];
  return rows.map((words) => {
    const last = words.findLastIndex((word) => word !== '');
    const whole = words.map((word, at) => (word === '' && at < last ? (above[at] ?? '') : word));
    above = whole;
    return whole;
  });
}
