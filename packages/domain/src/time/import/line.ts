import type { PlainDate } from '../plain-date.ts';

/** One line of time as a file says it, before anybody is looked up. */
export type ImportLine = {
  /** Where it stands in the file, counted from 1 with its heads. */
  line: number;
  person: string;
  email: string;
  client: string;
  project: string;
  activity: string;
  comment: string;
  tags: string[];
  isBillable: boolean | null;
  /** The day it began on: what goes over midnight stays there. */
  workDate: PlainDate;
  /** The start as the file writes it, without a zone; empty where there is none. */
  startText: string;
  /** Milliseconds since 1970. */
  startedAt: number | null;
  endedAt: number | null;
  minutes: number;
  seconds: number;
};

export const LINE_PROBLEMS = [
  'date_missing',
  'date_unreadable',
  'time_unreadable',
  'duration_missing',
  'duration_unreadable',
  'negative',
  'over_24h',
  'formula',
  'person_unknown',
  'too_long',
  'cut_off',
  'week_closed',
  'no_value',
] as const;

export type LineProblemCode = (typeof LINE_PROBLEMS)[number];

/** Why a line cannot be taken: `column` is its head in the file, null where the file has none. */
export type LineProblem = { line: number; code: LineProblemCode; column: string | null; value: string };

const SENTENCES: Record<LineProblemCode, string> = {
  date_missing: 'there is no date',
  date_unreadable: 'this is not a date in the order chosen for the file',
  time_unreadable: 'this is not a time of day',
  duration_missing: 'there is neither a duration nor a start and an end',
  duration_unreadable: 'this is not a duration',
  negative: 'the time is negative',
  over_24h: 'this is more than 24 hours, and an entry has at most a day',
  formula: 'this is a formula; write its value into the file',
  person_unknown: 'nobody was chosen for this person',
  too_long: 'this text is too long',
  cut_off: 'the file ends in the middle of this line',
  week_closed: 'this week is submitted, approved or locked here',
  no_value: 'this formula has no value; open the file in its program and save it again',
};

/** A problem for whoever reads the list of refused lines. */
export function describeProblem({ line, code, column, value }: LineProblem): string {
  const where = column === null ? `Line ${line}` : `Line ${line}, column ${column}`;
  return `${where}: ${SENTENCES[code]}${value === '' ? '' : ` (${value.slice(0, 80)})`}.`;
}
