import { formatRangeChoice, parseRangeChoice, type RangeChoice } from '@stint/domain/time/date-range.ts';
import {
  isReportGroup,
  isReportKind,
  MAX_REPORT_GROUPS,
  type ReportGroup,
  type ReportKind,
} from '@stint/domain/time/report.ts';
import type { RoundingDirection, RoundingRule, RoundingScope } from '@stint/domain/time/rounding.ts';
import type { ReportFilter } from '../../entities/report.ts';
import type { ReportDefinition } from '../../entities/saved-report.ts';

/** What of a report the address holds: a link shows the same. */
export type ReportSearch = {
  kind?: string;
  range?: string;
  by?: string;
  where?: string;
  round?: string;
  money?: string;
  show?: string;
  at?: string;
  chart?: string;
  saved?: string;
  /** A saved report to be shown as it is kept now: where mails lead. */
  open?: string;
};

/** One group of a line, such as this project or that day. */
export type LinePart = { group: ReportGroup; key: string | null };

/** What a person looks at. */
export type ReportView = {
  kind: ReportKind;
  range: RangeChoice;
  groupBy: readonly ReportGroup[];
  filters: readonly ReportFilter[];
  rounding: RoundingRule | null;
  withMoney: boolean;
  /** The lines with their sums, or the entries behind them. */
  show: 'lines' | 'entries';
  /** The line or cell whose entries are shown; nothing: those of all. */
  at: readonly LinePart[];
  /** Hours over time, or the days of the year in which the range ends. */
  chart: 'time' | 'year';
  /** The saved report that it began with. */
  saved: string | null;
};

const START: ReportView = {
  kind: 'summary',
  range: { kind: 'thisMonth' },
  groupBy: ['client', 'project'],
  filters: [],
  rounding: null,
  withMoney: false,
  show: 'lines',
  at: [],
  chart: 'time',
  saved: null,
};

const references = ['client', 'project', 'projectType', 'activity', 'person', 'tag'] as const;
const statuses = ['open', 'pending', 'approved', 'disapproved'] as const;
const directions: readonly string[] = ['up', 'down', 'nearest'] satisfies RoundingDirection[];
const scopes: readonly string[] = ['entry', 'dayProject', 'total'] satisfies RoundingScope[];
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const day = /^\d{4}-\d{2}-\d{2}$/;
/** What the key of a line of each group looks like. */
const partKeys: Record<ReportGroup, RegExp> = {
  client: id,
  project: id,
  projectType: id,
  activity: id,
  person: id,
  tag: id,
  billable: /^(true|false)$/,
  status: /^(open|pending|approved|disapproved)$/,
  day,
  week: day,
  month: /^\d{4}-\d{2}$/,
};

/** Reads the address; what makes no sense is as if it were not there. */
export function readReportView({ by, where, ...search }: ReportSearch): ReportView {
  const { kind = '', range, round, money, show, at = '', chart, saved = '' } = search;
  const groups = by === undefined ? START.groupBy : [...new Set(by.split('.'))].filter(isReportGroup);
  return {
    kind: isReportKind(kind) ? kind : START.kind,
    range: parseRangeChoice(range ?? '') ?? START.range,
    groupBy: groups.slice(0, MAX_REPORT_GROUPS),
    filters: (where ?? '').split(';').flatMap((text) => readFilter(text) ?? []),
    rounding: readRounding(round ?? ''),
    withMoney: money === '1',
    show: show === 'entries' ? 'entries' : 'lines',
    at: show === 'entries' ? at.split('~').flatMap((part) => readPart(part) ?? []) : [],
    chart: chart === 'year' ? 'year' : 'time',
    saved: id.test(saved) ? saved : null,
  };
}

/** The address of what is looked at; what everybody begins with is left out. */
export function reportSearchOf({ range, groupBy, filters, rounding, ...view }: ReportView): ReportSearch {
  const by = groupBy.join('.');
  return {
    ...(view.kind === START.kind ? {} : { kind: view.kind }),
    ...(formatRangeChoice(range) === formatRangeChoice(START.range)
      ? {}
      : { range: formatRangeChoice(range) }),
    ...(by === START.groupBy.join('.') ? {} : { by: by || 'none' }),
    ...(filters.length > 0 ? { where: filters.map(formatFilter).join(';') } : {}),
    ...(rounding ? { round: `${rounding.stepMinutes}.${rounding.direction}.${rounding.scope}` } : {}),
    ...(view.withMoney ? { money: '1' } : {}),
    ...(view.show === 'entries' ? { show: 'entries' } : {}),
    ...(view.at.length > 0 ? { at: view.at.map(formatPart).join('~') } : {}),
    ...(view.chart === 'year' ? { chart: 'year' } : {}),
    ...(view.saved ? { saved: view.saved } : {}),
  };
}

/** What of a view is saved: everything but where in it somebody is. */
export function definitionOf({
  kind,
  range,
  groupBy,
  filters,
  rounding,
  withMoney,
}: ReportView): ReportDefinition {
  return {
    kind,
    range: formatRangeChoice(range),
    groupBy: [...groupBy],
    filters: [...filters],
    rounding,
    withMoney,
  };
}

/** The view of a saved report. */
export function viewOf({ range, ...definition }: ReportDefinition, saved: string): ReportView {
  return {
    ...definition,
    range: parseRangeChoice(range) ?? START.range,
    show: 'lines',
    at: [],
    chart: 'time',
    saved,
  };
}

/** Whether a view asks for something else than a saved report. */
export function isChanged(view: ReportView, definition: ReportDefinition): boolean {
  const addressOf = (one: ReportView) =>
    JSON.stringify(reportSearchOf({ ...one, show: 'lines', at: [], chart: 'time', saved: null }));
  return addressOf(view) !== addressOf(viewOf(definition, ''));
}

function formatFilter(filter: ReportFilter): string {
  const parts: string[] = [filter.field, filter.is];
  if ('values' in filter) parts.push(filter.values.join(','));
  if ('value' in filter) parts.push(String(filter.value));
  if ('text' in filter) parts.push(encodeURIComponent(filter.text));
  return parts.join('.');
}

function readFilter(text: string): ReportFilter | null {
  const [field, is, ...rest] = text.split('.');
  const given = rest.join('.');
  if (field === 'billable' && (given === 'true' || given === 'false'))
    return { field, is: 'is', value: given === 'true' };
  if (field === 'comment' && given) return { field, is: 'contains', text: readText(given) };
  if (field === 'status' && (is === 'is' || is === 'isNot')) {
    const values = statuses.filter((status) => given.split(',').includes(status));
    return values.length > 0 ? { field, is, values } : null;
  }
  const reference = references.find((each) => each === field);
  if (!reference) return null;
  if (is === 'isEmpty' || is === 'isNotEmpty') return { field: reference, is };
  const values = given.split(',').filter((each) => id.test(each));
  return (is === 'is' || is === 'isNot') && values.length > 0 ? { field: reference, is, values } : null;
}

function formatPart({ group, key }: LinePart): string {
  return `${group}.${key ?? ''}`;
}

function readPart(text: string): LinePart | null {
  const dot = text.indexOf('.');
  const [group, key] = [text.slice(0, dot), text.slice(dot + 1)];
  if (!isReportGroup(group)) return null;
  if (key === '') return { group, key: null };
  return partKeys[group].test(key) ? { group, key } : null;
}

function readText(encoded: string): string {
  try {
    return decodeURIComponent(encoded).slice(0, 200);
  } catch {
    return encoded.slice(0, 200);
  }
}

function readRounding(text: string): RoundingRule | null {
  const [step = '', direction = '', scope = ''] = text.split('.');
  const stepMinutes = Number(step);
  const isStep = Number.isInteger(stepMinutes) && stepMinutes >= 1 && stepMinutes <= 240;
  if (!isStep || !directions.includes(direction) || !scopes.includes(scope)) return null;
  return { stepMinutes, direction: direction as RoundingDirection, scope: scope as RoundingScope };
}
