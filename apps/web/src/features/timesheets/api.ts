import { queryOptions } from '@tanstack/react-query';
import type { Session } from '../../lib/session.ts';
import type { WeekKey } from './edit.ts';

type Call = Session['call'];

export function weekKey({ teamMemberID, weekEndDate }: WeekKey): readonly string[] {
  return ['week', teamMemberID, weekEndDate];
}

/** A week with its entries. */
export function weekQuery(call: Call, week: WeekKey) {
  return queryOptions({
    queryKey: weekKey(week),
    queryFn: ({ signal }) =>
      call('GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate', { params: week }, { signal }),
  });
}

/** Projects the person may use, with colour and billability. */
export function projectsQuery(call: Call) {
  return queryOptions({
    queryKey: ['projects', 'open'],
    queryFn: ({ signal }) => call('GET /Projects', {}, { signal }),
  });
}

/** Combinations that are offered at once. */
export const PICKER_SIZE = 100;

/** Combinations of project and activity, favourite and recent ones first; with a text, those in which all its words are. */
export function pickerQuery(call: Call, text = '') {
  return queryOptions({
    queryKey: ['projects', 'picker', text],
    queryFn: ({ signal }) =>
      call(
        'GET /Projects/Picker',
        { query: { size: PICKER_SIZE, ...(text ? { q: text } : {}) } },
        { signal },
      ),
  });
}

export function clientsQuery(call: Call) {
  return queryOptions({
    queryKey: ['clients', 'open'],
    queryFn: ({ signal }) => call('GET /Clients', {}, { signal }),
  });
}

export function activitiesQuery(call: Call) {
  return queryOptions({
    queryKey: ['activities', 'open'],
    queryFn: ({ signal }) => call('GET /Activities', {}, { signal }),
  });
}
