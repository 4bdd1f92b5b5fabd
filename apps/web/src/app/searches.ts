import type { ReportSearch } from '../features/reports/report-view.ts';
import { LIST_FILTERS, type ListSearch } from '../lib/use-list-search.ts';

type Search = Record<string, unknown>;

/** A text of the address, or nothing: anything else in it is ignored. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

type WeekSearch = { person?: string; week?: string; day?: string; view?: string };

/** Whose week the address names and which, which day of it the day view shows, and how the week is looked at. */
export function weekSearch({ person, week, day, view }: Search): WeekSearch {
  return {
    ...(text(person) ? { person: text(person) } : {}),
    ...(text(week) ? { week: text(week) } : {}),
    ...(text(day) ? { day: text(day) } : {}),
    ...(text(view) ? { view: text(view) } : {}),
  };
}

/** Which list of the inbox, and which week of it is read. */
export function inboxSearch({ tab, week }: Search): { tab?: string; week?: string } {
  return {
    ...(text(tab) ? { tab: text(tab) } : {}),
    ...(text(week) ? { week: text(week) } : {}),
  };
}

/** What a list shows and is narrowed to, and whether its form for a new one is open. */
export function listSearch({ q, archived, new: isNew, invite, sort, ...more }: Search): ListSearch {
  const filters = LIST_FILTERS.flatMap((name) => {
    const value = text(more[name]);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(filters),
    ...(text(q) ? { q: text(q) } : {}),
    ...(archived === true || archived === 'true' ? { archived: true } : {}),
    ...(isNew !== undefined ? { new: '1' } : {}),
    ...(invite !== undefined ? { invite: '1' } : {}),
    ...(text(sort) ? { sort: text(sort) } : {}),
  };
}

type LogSearch = { who?: string; what?: string; from?: string; to?: string; page?: string };

/** Which events of the audit log are shown. */
export function logSearch(search: Search): LogSearch {
  const names = ['who', 'what', 'from', 'to', 'page'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = text(search[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Which part of the page of one thing is shown. */
export function thingSearch({ tab }: Search): { tab?: string } {
  return text(tab) ? { tab: text(tab) } : {};
}

/** Which report is looked at. */
export function reportSearch(search: Search): ReportSearch {
  const names = [
    'kind',
    'range',
    'by',
    'where',
    'round',
    'money',
    'show',
    'at',
    'chart',
    'saved',
    'open',
  ] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = text(search[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
