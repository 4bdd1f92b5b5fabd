import { isPlainDate } from '@stint/domain/time/plain-date.ts';
import { formatMoment } from '../lib/clock.ts';
import { ownWays } from '../lib/formats.ts';
import { formatHours } from '../lib/hours.ts';
import { formatMoney } from '../lib/money.ts';
import { fullDate } from '../lib/today.ts';
import { audit } from '../messages/audit.ts';
import { lists } from '../messages/lists.ts';

type Names = Readonly<Record<string, string>>;
type Told = { entity: string; action: string; before?: unknown; after?: unknown; names: Names };
/** How the values of an event are told: what ids stand for, and in what money is where the event does not say it. */
type Ways = { names: Names; currency: string };
type Fields = Readonly<Record<string, unknown>>;

const VALUES_OF: Readonly<Record<string, Names>> = { ...audit.valuesOf, role: lists.roles };
const NOTHING = '–';
/** Names that are told; more are counted. */
const MOST_LISTED = 12;
/** Amounts in minor units. */
const MONEY = new Set(['amount', 'hourlyRate', 'defaultRate', 'budgetAmount']);
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** Counted by the program, and nothing that somebody did. */
const KEPT_ASIDE = new Set(['version', 'updatedAt']);
/** What an entry is known by; the rest of it is compared. */
const OF_ENTRY = new Set(['id', 'workOn', 'minutes']);

/** What an event changed, a line each. @param currency of the workspace */
export function changesOf({ entity, action, before, after, names }: Told, currency: string): string[] {
  const [old, { entries, removed, ...rest }] = [asRecord(before), asRecord(after)];
  const own = rest['currency'] ?? old['currency'];
  const ways = { names, currency: typeof own === 'string' ? own : currency };
  if (entity !== 'week' || action !== 'saved') return fieldLines(old, asRecord(after), ways);
  return [
    ...entryLines(asRecords(before), asRecords(entries), asList(removed), ways),
    ...fieldLines({}, rest, ways),
  ];
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
function fieldLines(before: Fields, after: Fields, ways: Ways): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const [old, fresh] = [before[field], after[field]];
    if (KEPT_ASIDE.has(field) || jsonOf(old) === jsonOf(fresh)) return [];
    const words = wordsOf(field, [old, fresh], ways);
    return words === NOTHING ? [] : [`${inWords(audit.fields, field)}: ${words}`];
  });
}

/** What a field said before and says now; of a list what came and what went. */
function wordsOf(field: string, [old, fresh]: readonly [unknown, unknown], ways: Ways): string {
  const toWord = (value: unknown) => wordOf(field, value, ways);
  const moved = Array.isArray(old) && Array.isArray(fresh) ? movedOf(old.map(toWord), fresh.map(toWord)) : '';
  // The hours of a week's days are a list as well, each at its place.
  if (moved !== '' && field !== 'schedule') return moved;
  const [from, to] = [toWord(old), toWord(fresh)];
  return from === NOTHING || from === to ? to : `${from} → ${to}`;
}

function movedOf(before: readonly string[], after: readonly string[]): string {
  const [came, left] = [
    after.filter((one) => !before.includes(one)),
    before.filter((one) => !after.includes(one)),
  ];
  return [['+', came] as const, ['−', left] as const]
    .filter(([, some]) => some.length > 0)
    .map(([sign, some]) => `${sign} ${listed(some)}`)
    .join(', ');
}

/** Names of a few, and the number of many. */
function listed(words: readonly string[]): string {
  return words.length > MOST_LISTED ? String(words.length) : words.join(', ');
}

/** Entries of a week by their days, before and after; what else of one differs stands behind its hours. */
function entryLines(
  before: readonly Fields[],
  after: readonly Fields[],
  removed: readonly unknown[],
  ways: Ways,
): string[] {
  const old = new Map(before.map((entry) => [entry['id'], entry]));
  const saved = after.map((entry) => entryLine(old.get(entry['id']), entry, ways));
  const gone = removed.map((id) => old.get(id)).filter((entry) => entry !== undefined);
  return [...saved, ...gone.map((entry) => entryLine(entry, undefined, ways))];
}

function entryLine(before: Fields | undefined, after: Fields | undefined, ways: Ways): string {
  const toWords = (field: string) => wordsOf(field, [before?.[field], after?.[field]], ways);
  const [first, last] = [before ?? after, after ?? before];
  const day = wordsOf('workOn', [first?.['workOn'], last?.['workOn']], ways);
  const others = before && after ? Object.keys(after).filter((field) => !OF_ENTRY.has(field)) : [];
  const rest = others
    .filter((field) => jsonOf(before?.[field]) !== jsonOf(after?.[field]))
    .map((field) => `${inWords(audit.fields, field)}: ${toWords(field)}`);
  return [`${day}: ${toWords('minutes')}`, ...rest].join(' · ');
}

function wordOf(field: string, value: unknown, ways: Ways): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (Array.isArray(value))
    return value.length === 0 ? NOTHING : listed(value.map((one) => wordOf(field, one, ways)));
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => wordOf(name, inner, ways))
      .join(' ');
  if (typeof value === 'number' && /minutes$|^schedule$/i.test(field)) return formatHours(value);
  if (typeof value === 'number' && MONEY.has(field)) return formatMoney(value, ways.currency);
  const text = String(value);
  if (ID.test(text)) return ways.names[text] ?? audit.gone;
  if (isPlainDate(text)) return fullDate(text, ownWays().date);
  if (INSTANT.test(text)) return formatMoment(text);
  return VALUES_OF[field]?.[text] ?? audit.values[text] ?? text;
}

/** Alike for what is alike, in whichever order its fields were written. */
function jsonOf(value: unknown): string {
  const ordered = (_name: string, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  return JSON.stringify(value, ordered) ?? '';
}
