import { isPlainDate } from '@stint/domain/time/plain-date.ts';
import { formatMoment } from '../lib/clock.ts';
import { ownWays } from '../lib/formats.ts';
import { formatHours } from '../lib/hours.ts';
import { fullDate } from '../lib/today.ts';
import { audit } from '../messages/audit.ts';

type Told = { entity: string; action: string; before?: unknown; after?: unknown };
type Fields = Readonly<Record<string, unknown>>;

const NOTHING = '–';
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** Counted by the program, and nothing that somebody did. */
const KEPT_ASIDE = new Set(['version', 'updatedAt']);
/** What an entry is known by; the rest of it is compared. */
const OF_ENTRY = new Set(['id', 'workOn', 'minutes']);

/** What an event changed, a line each. */
export function changesOf({ entity, action, before, after }: Told): string[] {
  if (entity !== 'week' || action !== 'saved') return fieldLines(asRecord(before), asRecord(after));
  const { entries, removed, ...rest } = asRecord(after);
  return [...entryLines(asRecords(before), asRecords(entries), asList(removed)), ...fieldLines({}, rest)];
}

/** A name of the program's own, in words; one that has none is taken apart: `submitDueDays` is `submit due days`. */
export function inWords(words: Readonly<Record<string, string>>, name: string): string {
  return words[name] ?? name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

export function asRecord(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const asRecords = (value: unknown): readonly Fields[] => asList(value).map(asRecord);

/** The fields that differ; of something new or gone, those that say anything. */
function fieldLines(before: Fields, after: Fields): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const [old, fresh] = [before[field], after[field]];
    if (KEPT_ASIDE.has(field) || jsonOf(old) === jsonOf(fresh)) return [];
    const words = [wordOf(field, old), wordOf(field, fresh)] as const;
    if (words[0] === NOTHING && words[1] === NOTHING) return [];
    // Two lists of so many things each are told apart by what is in them alone.
    const [from, to] = words[0] === words[1] ? [jsonOf(old), jsonOf(fresh)] : words;
    return [`${inWords(audit.fields, field)}: ${from === NOTHING ? to : `${from} → ${to}`}`];
  });
}

/** Entries of a week by their days, before and after; what else of one differs stands behind its hours. */
function entryLines(
  before: readonly Fields[],
  after: readonly Fields[],
  removed: readonly unknown[],
): string[] {
  const old = new Map(before.map((entry) => [entry['id'], entry]));
  const saved = after.map((entry) => entryLine(old.get(entry['id']), entry));
  const gone = removed.map((id) => old.get(id)).filter((entry) => entry !== undefined);
  return [...saved, ...gone.map((entry) => entryLine(entry, undefined))];
}

function entryLine(before: Fields | undefined, after: Fields | undefined): string {
  const day = [before, after].flatMap((entry) => (entry ? [wordOf('workOn', entry['workOn'])] : []));
  const [from, to] = [wordOf('minutes', before?.['minutes']), wordOf('minutes', after?.['minutes'])];
  const hours = from === NOTHING || from === to ? to : `${from} → ${to}`;
  const others = before && after ? Object.keys(after).filter((field) => !OF_ENTRY.has(field)) : [];
  const rest = others
    .filter((field) => jsonOf(before?.[field]) !== jsonOf(after?.[field]))
    .map((field) => {
      const name = inWords(audit.fields, field);
      // Which project or activity it was, its id says to nobody.
      if (field.endsWith('Id')) return audit.another(name);
      return `${name}: ${wordOf(field, before?.[field])} → ${wordOf(field, after?.[field])}`;
    });
  return [`${[...new Set(day)].join(' → ')}: ${hours}`, ...rest].join(' · ');
}

function wordOf(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (Array.isArray(value)) return listOf(field, value);
  if (typeof value === 'object') return jsonOf(value);
  if (typeof value === 'number' && /minutes$|^schedule$/i.test(field)) return formatHours(value);
  const text = String(value);
  if (isPlainDate(text)) return fullDate(text, ownWays().date);
  if (INSTANT.test(text)) return formatMoment(text);
  return audit.values[text] ?? text;
}

/** Things of several fields are counted: their fields are no words. */
function listOf(field: string, values: readonly unknown[]): string {
  if (values.length === 0) return NOTHING;
  return values.some((each) => typeof each === 'object')
    ? String(values.length)
    : values.map((each) => wordOf(field, each)).join(', ');
}

/** Alike for what is alike, in whichever order its fields were written. */
function jsonOf(value: unknown): string {
  const ordered = (_name: string, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  return JSON.stringify(value, ordered) ?? '';
}
