import { DAY_MINUTES } from '../units.ts';
import { type DateOrder, type DecimalSign, type DurationStyle, dateNumbers, isTwelveHours } from './cells.ts';
import type { Columns } from './columns.ts';
import type { FormatRow } from './formats.ts';

export type SourceRow = { line: number; cells: readonly string[] };

/** How the cells of a file are to be read. */
export type Reading = { dateOrder: DateOrder; decimal: DecimalSign; style: DurationStyle };

/** A cell that shows how a file is written. */
type Seen = { line: number; text: string };

/** What was found, by which cell, and whether it can be told at all; without a cell it is what such files usually are. */
type Finding<Value> = { value: Value; isSure: boolean; seen: Seen | null };

export type Evidence = {
  dateOrder: Finding<DateOrder>;
  /** A cell that contradicts the order that was found. */
  otherOrder: Seen | null;
  clock: Finding<12 | 24>;
  decimal: Finding<DecimalSign>;
  style: Finding<DurationStyle>;
};

/** Gathers row by row how dates, times and durations are written. */
export function createWitness(
  columns: Columns,
  format: FormatRow,
  heads: readonly string[],
): { look(row: SourceRow): void; conclude(): Evidence } {
  const orders = new Map<DateOrder, Seen>();
  const signs = new Map<DecimalSign, Seen>();
  let [twelve, dots, fraction, text] = [null, null, null, null] as [
    Seen | null,
    Seen | null,
    Seen | null,
    Seen | null,
  ];
  let [largest, largestSeen]: [number, Seen | null] = [0, null];
  const cell = ({ cells }: SourceRow, index: number | undefined) =>
    index === undefined ? '' : (cells[index] ?? '').trim();

  function lookAtDate(value: string, seen: Seen): void {
    const numbers = dateNumbers(value);
    if (!numbers) return;
    const [one, two] = numbers;
    if (one.length === 4) note(orders, 'ymd', seen);
    else if (Number(one) > 12) note(orders, 'dmy', seen);
    else if (Number(two) > 12) note(orders, 'mdy', seen);
    if (/^\d+\./.test(value)) dots ??= seen;
  }

  function lookAtDuration(value: string, seen: Seen): void {
    if (!/^\d[\d.,' \u00a0\u202f]*$/.test(value)) {
      if (/\d/.test(value)) text ??= seen;
      return;
    }
    const sign = /[.,](?=\d*$)/.exec(value)?.[0] as DecimalSign | undefined;
    if (sign) {
      note(signs, sign, seen);
      fraction ??= seen;
    } else if (Number(value.replace(/\D/g, '')) > largest) {
      [largest, largestSeen] = [Number(value.replace(/\D/g, '')), seen];
    }
  }

  return {
    look(row) {
      const seen = (value: string): Seen => ({ line: row.line, text: value.slice(0, 40) });
      const date = cell(row, columns.date ?? columns.start);
      if (date) lookAtDate(date, seen(date));
      const start = cell(row, columns.start);
      if (start && isTwelveHours(start)) twelve ??= seen(start);
      const duration = cell(row, columns.duration);
      if (duration) lookAtDuration(duration, seen(duration));
    },
    conclude() {
      return {
        ...orderOf(orders, { dots, twelve }),
        clock: { value: twelve ? 12 : 24, isSure: true, seen: twelve },
        decimal: signOf(signs),
        style: styleOf({
          format,
          head: heads[columns.duration ?? -1] ?? '',
          largest,
          largestSeen,
          fraction,
          text,
        }),
      };
    },
  };
}

function note<Key>(notes: Map<Key, Seen>, key: Key, seen: Seen): void {
  if (!notes.has(key)) notes.set(key, seen);
}

function orderOf(
  orders: Map<DateOrder, Seen>,
  { dots, twelve }: { dots: Seen | null; twelve: Seen | null },
): Pick<Evidence, 'dateOrder' | 'otherOrder'> {
  const told = [...orders].filter(([order]) => order !== 'ymd');
  const [first, second] = told;
  if (first) {
    const [value, seen] = first;
    return { dateOrder: { value, isSure: second === undefined, seen }, otherOrder: second?.[1] ?? null };
  }
  const year = orders.get('ymd');
  if (year) return { dateOrder: { value: 'ymd', isSure: true, seen: year }, otherOrder: null };
  if (dots) return { dateOrder: { value: 'dmy', isSure: true, seen: dots }, otherOrder: null };
  return {
    dateOrder: { value: twelve ? 'mdy' : 'dmy', isSure: false, seen: null },
    otherOrder: null,
  };
}

/** Where both signs stand in numbers, the last one of a number is the decimal one; the first number told. */
function signOf(signs: Map<DecimalSign, Seen>): Finding<DecimalSign> {
  const [first] = signs;
  if (!first) return { value: '.', isSure: true, seen: null };
  return { value: first[0], isSure: signs.size === 1, seen: first[1] };
}

function styleOf(found: {
  format: FormatRow;
  head: string;
  largest: number;
  largestSeen: Seen | null;
  fraction: Seen | null;
  text: Seen | null;
}): Finding<DurationStyle> {
  const { format, head, largest, largestSeen, fraction, text } = found;
  const { wholeNumbers } = format;
  if (fraction || largestSeen === null) return { value: 'hours', isSure: true, seen: fraction ?? text };
  if (/minut/i.test(head)) return { value: 'minutes', isSure: true, seen: largestSeen };
  if (/sec|sek/i.test(head)) return { value: 'seconds', isSure: true, seen: largestSeen };
  if (text) return { value: 'hours', isSure: true, seen: text };
  if (wholeNumbers) return { value: wholeNumbers, isSure: true, seen: largestSeen };
  if (largest <= 24)
    return { value: 'hours', isSure: /h|std|stunden|heures|horas/i.test(head), seen: largestSeen };
  return { value: largest > DAY_MINUTES ? 'seconds' : 'minutes', isSure: false, seen: largestSeen };
}
