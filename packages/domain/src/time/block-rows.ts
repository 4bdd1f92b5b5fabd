import { plainOf } from '../plain-of.ts';

/** What a row of the week is called. */
export interface NamedRow {
  clientName: string | null;
  projectName: string;
  activityName: string | null;
}

/** What stands before the hours of a pasted row, and what it means where empty cells say the same as above. */
export interface PastedRow {
  written: readonly string[];
  words: readonly string[];
}

/** Where a pasted row belongs by its names: a row of the week, or why there is none. */
export type RowByName =
  | { row: number }
  | { problem: 'noName' | 'noRow' | 'severalRows' | 'takenRow' | 'sum' };

/** What stands between the names of a row in one text, as the product writes them. */
const JOINT = ' · ';
const WRITTEN_JOINTS = /\s*[·›]\s*/g;

/** What an activity is called that is none. */
export const NO_ACTIVITY = 'no activity';
/** What is written where a row has no client or no activity. */
const WITHOUT = {
  client: new Set(['no client', 'without client', 'kein kunde', 'ohne kunde']),
  activity: new Set([NO_ACTIVITY, 'without activity', 'keine tätigkeit', 'ohne tätigkeit']),
};

/** The names of a pasted row, and what it says to have none of. */
type Label = { names: readonly string[]; hasNo: ReadonlySet<keyof typeof WITHOUT> };

/**
 * Finds the rows of the week that pasted rows name. All of their words have to be names of the row, its project among them. A row
 * that is named in full comes before one that is named in part; what two rows name belongs to neither, and a project of which
 * other pasted rows say more is their sum.
 *
 * @returns one for each pasted row; null where none of them names a project of the week
 */
export function placeByNames(pasted: readonly PastedRow[], rows: readonly NamedRow[]): RowByName[] | null {
  const labels = underClients(
    pasted.map(({ words }) => labelOf(words)),
    rows,
  );
  const found = labels.map((label) => findRows(label, rows));
  const asWritten = pasted.map(({ written }) => findRows(labelOf(written), rows));
  if (![...found, ...asWritten].some(({ fitting }) => fitting.length > 0)) return null;
  const places = labels.map(({ names }, at): RowByName => {
    const { fitting = [], inFull = [] } = found[at] ?? {};
    if (names.length === 0) return { problem: 'noName' };
    const [row, ...others] = inFull.length > 0 ? inFull : fitting;
    const alone = asWritten[at]?.[row === undefined ? 'fitting' : 'inFull'] ?? [];
    // What stands above may not be meant for it.
    if (alone.some((other) => other !== row)) return { problem: 'severalRows' };
    if (row === undefined) return { problem: 'noRow' };
    const isSum = inFull.length === 0 && labels.some((other) => isPartOf(other.names, names));
    if (isSum) return { problem: 'sum' };
    return others.length > 0 ? { problem: 'severalRows' } : { row };
  });
  return places.map((place, at) => {
    const isTaken = places.some(
      (other, index) => index !== at && 'row' in other && 'row' in place && other.row === place.row,
    );
    return isTaken ? { problem: 'takenRow' } : place;
  });
}

function labelOf(words: readonly string[]): Label {
  const all = words.flatMap((word) => plainOf(word).split(WRITTEN_JOINTS)).filter((word) => word !== '');
  const kinds = ['client', 'activity'] as const;
  return {
    names: all.filter((word) => !kinds.some((kind) => WITHOUT[kind].has(word))),
    hasNo: new Set(kinds.filter((kind) => all.some((word) => WITHOUT[kind].has(word)))),
  };
}

/** In an outline of one column the clients stand in rows of their own: what is below belongs to them. */
function underClients(labels: readonly Label[], rows: readonly NamedRow[]): Label[] {
  const clients = new Set(rows.flatMap(({ clientName }) => (clientName === null ? [] : plainOf(clientName))));
  const projects = new Set(rows.map(({ projectName }) => plainOf(projectName)));
  let above: string | null = null;
  return labels.map((label) => {
    const [name = '', ...more] = label.names;
    const isClient = more.length === 0 && clients.has(name) && !projects.has(name);
    if (isClient) above = name;
    const saysIt = isClient || label.hasNo.has('client') || label.names.some((each) => clients.has(each));
    return above === null || saysIt || label.names.length === 0
      ? label
      : { ...label, names: [above, ...label.names] };
  });
}

function findRows(label: Label, rows: readonly NamedRow[]): { fitting: number[]; inFull: number[] } {
  const text = label.names.join(JOINT);
  const counts = rows.map((row) => {
    const hasWhatIsNone =
      (label.hasNo.has('client') && row.clientName !== null) ||
      (label.hasNo.has('activity') && row.activityName !== null);
    const names = [row.projectName, row.clientName, row.activityName]
      .filter((name) => name !== null)
      .map((name) => plainOf(name).replace(WRITTEN_JOINTS, JOINT));
    const said = hasWhatIsNone ? null : spell(text, names);
    return said?.includes(names[0] ?? '') ? { said: said.length, all: names.length } : null;
  });
  const fitting = [...counts.keys()].filter((at) => counts[at] !== null);
  return { fitting, inFull: fitting.filter((at) => counts[at]?.said === counts[at]?.all) };
}

/** The names of which a text consists, each of them once, whatever their order; null where it says anything else. */
function spell(text: string, names: readonly string[]): string[] | null {
  for (const [at, name] of names.entries()) {
    if (text === name) return [name];
    if (!text.startsWith(name + JOINT)) continue;
    const rest = spell(text.slice(name.length + JOINT.length), names.toSpliced(at, 1));
    if (rest) return [name, ...rest];
  }
  return null;
}

/** The names of the whole and at least one more. */
function isPartOf(names: readonly string[], whole: readonly string[]): boolean {
  const left = [...names];
  const hasAll = whole.every((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return hasAll && left.length > 0;
}

/** Tables name a project once for several rows: empty cells before a row's last word say the same as above, as all before them. */
export function repeatedDown(rows: readonly (readonly string[])[]): string[][] {
  let above: readonly string[] = [];
  return rows.map((words) => {
    const last = words.findLastIndex((word) => word !== '');
    let isSame = true;
    const whole = words.map((word, at) => {
      const filled = word === '' && at < last && isSame ? (above[at] ?? '') : word;
      isSame &&= plainOf(filled) === plainOf(above[at] ?? '');
      return filled;
    });
    above = whole;
    return whole;
  });
}
