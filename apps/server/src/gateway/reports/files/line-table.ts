import type { ReportGroup } from '@stint/domain/time/report.ts';
import { type ReportBranch, reportTree } from '@stint/domain/time/report.ts';
import type { Writer } from '@stint/domain/workspace/writer.ts';
import type { Answer } from '../../shared/answer.ts';
import { majorUnits, type Table, type TableCell, type TableColumn } from './table.ts';
import { type FileLanguage, words } from './words.ts';

type Report = Answer<'POST /Reports/Query'>;
type Line = Report['lines'][number];
type Branch = ReportBranch<Line>;

/** The name of a group's key, as files say it: a date as programs read it, unless it is said how people do. */
export function labelOf(
  report: Report,
  language: FileLanguage,
  date: Writer['date'] = (of) => of,
): (level: number, key: string | null) => string {
  const say = words[language];
  return (level, key) => {
    const group = report.groupBy[level];
    if (key === null) return say.none;
    if (group === 'billable') return key === 'true' ? say.yes : say.no;
    if (group === 'status') return say.statuses[key] ?? key;
    if (group === 'day' || group === 'week') return date(key);
    return report.labels[level]?.[key] ?? key;
  };
}

type Figure = TableColumn & { of(line: Omit<Line, 'keys'>): TableCell };

/** Figures of a line; a column for each currency that there is. */
function figuresOf({ totals }: Report, isRounded: boolean, language: FileLanguage): Figure[] {
  const { columns, rounded } = words[language];
  const money = (head: string, name: 'amounts' | 'costs'): Figure[] =>
    (totals[name] ?? []).map(({ currency }) => ({
      head: `${head} ${currency}`,
      kind: 'money',
      width: 16,
      of: (line) => {
        const amount = line[name]?.find((one) => one.currency === currency)?.amount ?? 0;
        return majorUnits(amount, currency);
      },
    }));
  const hours = (head: string, of: (line: Omit<Line, 'keys'>) => number): Figure => ({
    head,
    kind: 'hours',
    width: 11,
    of,
  });
  return [
    hours(columns.hours, ({ minutes }) => minutes),
    ...(isRounded ? [hours(rounded, ({ roundedMinutes }) => roundedMinutes)] : []),
    hours(columns.billable, ({ billableMinutes }) => billableMinutes),
    ...money(columns.amount, 'amounts'),
    ...money(columns.cost, 'costs'),
  ];
}

export type LineForm = { language: FileLanguage; isRounded: boolean };

/** The lines of a report as they are grouped: a column for each group, a row for each line of the last level. */
export function lineTable(report: Report, { language, isRounded }: LineForm): Table {
  const { groups, report: name, total } = words[language];
  const figures = figuresOf(report, isRounded, language);
  const label = labelOf(report, language);
  const leaves = leavesOf(reportTree(report.lines, report.groupBy, label), report.groupBy.length);
  const kindOf = (group: ReportGroup): TableColumn => ({
    head: groups[group],
    kind: group === 'day' || group === 'week' ? 'date' : 'text',
    width: 24,
  });
  const blank = report.groupBy.map(() => null);
  return {
    name,
    columns: [...report.groupBy.map(kindOf), ...figures],
    rows: once(
      leaves.map((line) => [
        ...line.keys.map((key, level) => label(level, key)),
        ...figures.map(({ of }) => of(line)),
      ]),
    ),
    totals: () => [
      ...(blank.length > 0 ? [total, ...blank.slice(1)] : []),
      ...figures.map(({ of }) => of(report.totals)),
    ],
  };
}

/** The same for paper: one column of names, with the lines of a group under it. */
export function lineOutline(
  report: Report,
  { language, isRounded, writer }: LineForm & { writer: Writer },
): Table & { levelOf: (row: number) => number } {
  const { groups, report: name, total } = words[language];
  const figures = figuresOf(report, isRounded, language);
  const label = labelOf(report, language, writer.date);
  const flat: Line[] = [];
  const walk = (branches: readonly Branch[]) => {
    for (const branch of branches) {
      flat.push(branch);
      walk(branch.children);
    }
  };
  walk(reportTree(report.lines, report.groupBy, label));
  const head = report.groupBy.map((group) => groups[group]).join(' › ');
  return {
    name,
    columns: [{ head, kind: 'text', width: 44 }, ...figures],
    rows: once(
      flat.map((line) => [
        label(line.keys.length - 1, line.keys.at(-1) ?? null),
        ...figures.map(({ of }) => of(line)),
      ]),
    ),
    levelOf: (row) => (flat[row]?.keys.length ?? 1) - 1,
    totals: () => [total, ...figures.map(({ of }) => of(report.totals))],
  };
}

function leavesOf(branches: readonly Branch[], depth: number): Line[] {
  return branches.flatMap((branch) =>
    branch.keys.length === depth ? [branch] : leavesOf(branch.children, depth),
  );
}

/** Rows that are all there, as a table reads them. */
export async function* once<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}
