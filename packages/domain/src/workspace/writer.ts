import type { Language } from '../language.ts';
import { formatClock } from '../time/clock.ts';
import { type DateWords, dateWords } from '../time/date-words.ts';
import { formatDate } from '../time/format-date.ts';
import { formatDuration } from '../time/hours.ts';
import type { PlainDate } from '../time/plain-date.ts';
import { type Formats, formatMoney, waysOf } from './formats.ts';

/** Writes as a workspace has set, for somebody who reads in a language: what goes on paper or into a mail. */
export type Writer = {
  date: (date: PlainDate) => string;
  /** Of `YYYY-MM-DD HH:MM…` on somebody's clock. */
  moment: (text: string) => string;
  hours: (minutes: number) => string;
  count: (value: number) => string;
  /** Major units beside which the currency stands; two digits at least. */
  amount: (value: number) => string;
  /** Minor units with their currency. */
  money: (amount: number, currency: string) => string;
};

/** @param formats what the workspace has set */
export function writerOf(formats: Formats, language: Language): Writer {
  const ways = waysOf(formats, language);
  const counts = new Intl.NumberFormat(ways.numbers);
  const amounts = new Intl.NumberFormat(ways.numbers, { minimumFractionDigits: 2 });
  const date = (of: PlainDate) => formatDate(of, ways.date, wordsOf(language));
  return {
    date,
    moment: (text) => {
      const [hour, minute] = [Number(text.slice(11, 13)), Number(text.slice(14, 16))];
      return `${date(text.slice(0, 10))} ${formatClock(hour * 60 + minute, ways.clock)}`;
    },
    hours: (minutes) => formatDuration(minutes, ways.duration),
    count: (value) => counts.format(value),
    amount: (value) => amounts.format(value),
    money: (amount, currency) => formatMoney(amount, currency, ways),
  };
}

const known = new Map<Language, DateWords>();

function wordsOf(language: Language): DateWords {
  const words = known.get(language) ?? dateWords(language);
  known.set(language, words);
  return words;
}
