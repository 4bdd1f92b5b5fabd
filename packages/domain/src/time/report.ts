/** What the lines of a report can be grouped by, in the order and words of the menu. */
export const REPORT_GROUPS = [
  { name: 'client', isDate: false },
  { name: 'project', isDate: false },
  { name: 'projectType', isDate: false },
  { name: 'activity', isDate: false },
  { name: 'person', isDate: false },
  { name: 'tag', isDate: false },
  { name: 'billable', isDate: false },
  { name: 'status', isDate: false },
  { name: 'day', isDate: true },
  { name: 'week', isDate: true },
  { name: 'month', isDate: true },
] as const;

/** The name of one of these groups. */
export type ReportGroup = (typeof REPORT_GROUPS)[number]['name'];

/** What a report shows of its range, in the order of the menu. */
export const REPORT_KINDS = ['summary', 'pivot', 'utilisation', 'profitability', 'budget', 'noTime'] as const;

/** The name of one of these kinds. */
export type ReportKind = (typeof REPORT_KINDS)[number];

/** What of the lines a link shows to whoever has it; costs never leave the workspace. */
export const SHARED_COLUMNS = ['hours', 'rounded', 'billable', 'amounts'] as const;

/** The name of one of these columns. */
export type SharedColumn = (typeof SHARED_COLUMNS)[number];

/** Whether a report of this kind can be shown by a link or a mail: of the others every figure is about single people. */
export function isShareable(kind: ReportKind): boolean {
  return kind === 'summary' || kind === 'pivot';
}

/** At most so many levels. */
export const MAX_REPORT_GROUPS = 3;

/** What every line of a report counts. */
interface ReportFigures {
  entries: number;
  minutes: number;
  /** By the rounding that was asked for; equal to `minutes` without any. */
  roundedMinutes: number;
  billableMinutes: number;
}

/** A line with the group it stands for at each level: fewer keys are a subtotal. */
interface ReportLine extends ReportFigures {
  keys: readonly (string | null)[];
}

/** A line with the lines below it. */
export type ReportBranch<Line extends ReportLine> = Line & { children: ReportBranch<Line>[] };

/** Whether a report of this kind has lines by groups; the others know people and budgets alone. */
export function isGrouped(kind: ReportKind): boolean {
  return isShareable(kind) || kind === 'profitability';
}

/** Whether a text names a kind. */
export function isReportKind(text: string): text is ReportKind {
  return REPORT_KINDS.some((kind) => kind === text);
}

/** Whether a group is a stretch of the calendar. */
export function isDateGroup(group: ReportGroup): boolean {
  return REPORT_GROUPS.some(({ name, isDate }) => isDate && name === group);
}

/** Whether a text names a group. */
export function isReportGroup(text: string): text is ReportGroup {
  return REPORT_GROUPS.some(({ name }) => name === text);
}

/**
 * The lines of a report under each other: dates in their order, everything else with the most time first, and what has no
 * group last. Subtotals are lines of their own and never added up here, as an entry with two tags stands under each.
 */
export function reportTree<Line extends ReportLine>(
  lines: readonly Line[],
  groupBy: readonly ReportGroup[],
  labelOf: (level: number, key: string | null) => string,
): ReportBranch<Line>[] {
  const byParent = new Map<string, Line[]>();
  for (const line of lines) {
    if (line.keys.length === 0) continue;
    const parent = JSON.stringify(line.keys.slice(0, -1));
    const siblings = byParent.get(parent);
    if (siblings) siblings.push(line);
    else byParent.set(parent, [line]);
  }
  const below = (keys: readonly (string | null)[]): ReportBranch<Line>[] => {
    const level = keys.length;
    const group = groupBy[level];
    const isDate = group !== undefined && isDateGroup(group);
    const keyOf = (line: Line) => line.keys[level] ?? null;
    const compare = (one: Line, other: Line): number => {
      const [a, b] = [keyOf(one), keyOf(other)];
      if ((a === null) !== (b === null)) return a === null ? 1 : -1;
      if (isDate) return String(a) < String(b) ? -1 : 1;
      return other.minutes - one.minutes || compareText(labelOf(level, a), labelOf(level, b));
    };
    return (byParent.get(JSON.stringify(keys)) ?? [])
      .sort(compare)
      .map((line) => ({ ...line, children: below(line.keys) }));
  };
  return below([]);
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
