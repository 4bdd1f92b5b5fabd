import { type DecimalReading, MAX_ENTRY_MINUTES, parseHours } from './hours.ts';
import { DAY_MINUTES } from './units.ts';

/** What a line may name: a combination of project and activity, the likeliest first. */
export interface QuickAddRow {
  key: string;
  projectName: string;
  clientName: string | null;
  activityName: string | null;
}

interface QuickAddTag {
  tagID: string;
  tagName: string;
}

export interface QuickAddWords {
  rows: readonly QuickAddRow[];
  tags: readonly QuickAddTag[];
  decimalReading?: DecimalReading | undefined;
}

/** What was understood of a line; what it says of nothing is null. */
export interface QuickAdd {
  minutes: number | null;
  /** Minutes since 0:00; the end may lie after midnight. */
  span: { start: number; end: number } | null;
  rowKey: string | null;
  tagIDs: string[];
  /** Words behind a `#` that are no tag; they stay in the comment. */
  unknownTags: string[];
  comment: string;
}

/** Longer lines are no entry. */
const LONGEST_LINE = 2_000;
const SPAN = /^(\d{1,2})(?:[:.h](\d{2}))?[-\u2010-\u2015\u2212](\d{1,2})(?:[:.h](\d{2}))?$/;
const HAS_UNIT = /[:hm]/i;

/**
 * Understands a line such as `2h Acme design logo fix #review`: a duration or a span (`9-11:30`) at either end, or anywhere
 * with a unit; tags by `#`; the client, project and activity whose names begin with the words of the line; the rest is the
 * comment. Nothing of the line is lost: what is not understood is comment.
 */
export function parseQuickAdd(line: string, words: QuickAddWords): QuickAdd {
  const tokens = line.slice(0, LONGEST_LINE).split(/\s+/).filter(Boolean);
  const { tagIDs, unknownTags, rest } = takeTags(tokens, words.tags);
  const time = takeTime(rest, words.decimalReading);
  const row = takeRow(time.rest, words.rows);
  return {
    minutes: time.minutes,
    span: time.span,
    rowKey: row.key,
    tagIDs,
    unknownTags,
    comment: row.rest.join(' '),
  };
}

function takeTags(tokens: readonly string[], tags: readonly QuickAddTag[]) {
  const byName = new Map(tags.map(({ tagID, tagName }) => [tagKey(tagName), tagID]));
  const tagIDs = new Set<string>();
  const unknownTags: string[] = [];
  const rest = tokens.filter((token) => {
    if (!/^#./.test(token)) return true;
    const found = byName.get(tagKey(token.slice(1)));
    if (found === undefined) unknownTags.push(token.slice(1));
    else tagIDs.add(found);
    return found === undefined;
  });
  return { tagIDs: [...tagIDs], unknownTags, rest };
}

/** A tag of several words is typed as one, with or without something between them. */
function tagKey(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

type Time = { minutes: number | null; span: QuickAdd['span']; rest: string[] };

/** The first thing that says how long: two words (`2h 30m`) before one, a bare number at either end only. */
function takeTime(tokens: readonly string[], decimalReading: DecimalReading | undefined): Time {
  const durationOf = (text: string) => {
    const parsed = parseHours(text, { decimalReading });
    return parsed.ok && parsed.minutes > 0 ? parsed.minutes : null;
  };
  for (const [index, token] of tokens.entries()) {
    const span = spanOf(token);
    if (span) return { span, minutes: span.end - span.start, rest: tokens.toSpliced(index, 1) };
    const both = tokens[index + 1];
    const isPair = both !== undefined && /h\w*$/i.test(token) && /m\w*$/i.test(both);
    const pair = isPair ? durationOf(`${token} ${both}`) : null;
    if (pair !== null) return { span: null, minutes: pair, rest: tokens.toSpliced(index, 2) };
    const isAtEnd = index === 0 || index === tokens.length - 1;
    const minutes = HAS_UNIT.test(token) || isAtEnd ? durationOf(token) : null;
    if (minutes !== null) return { span: null, minutes, rest: tokens.toSpliced(index, 1) };
  }
  return { span: null, minutes: null, rest: [...tokens] };
}

/** `9-11:30`; one that ends before it starts goes over midnight. */
function spanOf(token: string): QuickAdd['span'] {
  const found = SPAN.exec(token);
  if (!found) return null;
  const [hours, minutes, endHours, endMinutes] = found.slice(1).map((part) => Number(part ?? 0));
  const start = clockOf(hours ?? 0, minutes ?? 0);
  const end = clockOf(endHours ?? 0, endMinutes ?? 0);
  if (start === null || end === null || start === DAY_MINUTES || start === end) return null;
  const span = { start, end: end > start ? end : end + DAY_MINUTES };
  return span.end - span.start > MAX_ENTRY_MINUTES ? null : span;
}

function clockOf(hours: number, minutes: number): number | null {
  const clock = hours * 60 + minutes;
  return minutes < 60 && clock <= DAY_MINUTES ? clock : null;
}

type Run = { key: string; at: number; length: number; exact: number };

/** The row that the longest run of words names; of equals the one with more whole words, then the likelier one. */
function takeRow(
  tokens: readonly string[],
  rows: readonly QuickAddRow[],
): { key: string | null; rest: string[] } {
  let best: Run | null = null;
  for (const row of rows) {
    const names = namesOf(row);
    for (const at of tokens.keys()) {
      const run = runAt(tokens, at, names);
      // Further on a beginning of a word is likelier meant as it stands.
      const isNamed = run.length > 0 && (at === 0 || run.exact === run.length);
      if (isNamed && (!best || isBetter(run, best))) best = { key: row.key, at, ...run };
    }
  }
  if (!best) return { key: null, rest: [...tokens] };
  return { key: best.key, rest: tokens.toSpliced(best.at, best.length) };
}

function isBetter(a: Pick<Run, 'length' | 'exact'>, b: Run): boolean {
  return a.length !== b.length ? a.length > b.length : a.exact > b.exact;
}

/** How many words from here on each begin another word of the names. */
function runAt(
  tokens: readonly string[],
  at: number,
  names: readonly string[],
): { length: number; exact: number } {
  const left = [...names];
  let [length, exact] = [0, 0];
  for (const token of tokens.slice(at)) {
    const word = plain(token);
    const whole = left.indexOf(word);
    const found = whole >= 0 ? whole : left.findIndex((name) => name.startsWith(word));
    if (word === '' || found < 0) break;
    left.splice(found, 1);
    length += 1;
    if (whole >= 0) exact += 1;
  }
  return { length, exact };
}

function namesOf({ projectName, clientName, activityName }: QuickAddRow): string[] {
  return [clientName, projectName, activityName]
    .flatMap((name) => (name ?? '').split(/\s+/))
    .map(plain)
    .filter(Boolean);
}

/** Without case, accents and the signs around a word. */
function plain(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}
