import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer, Body } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

export type Report = Answer<'POST /Reports/Query'>;
export type ReportQuestion = Body<'POST /Reports/Query'>;
export type ReportFilter = NonNullable<ReportQuestion['filters']>[number];
export type ReportFigures = Report['totals'];
export type ReportEntry = Answer<'POST /Reports/Entries'>[number];
export type EntryChange = Body<'PUT /Reports/Entries'>['upserts'][number];
export type PersonTime = Answer<'POST /Reports/People'>[number];
type WhichEntries = Pick<ReportQuestion, 'from' | 'to' | 'filters'>;

/** Entries of a report that are shown at once. */
export const REPORT_PAGE = 100;

/** A report; the last one stays while the next is on its way, so that nothing jumps. */
export function reportQuery(call: Call, question: ReportQuestion) {
  return queryOptions({
    queryKey: ['report', question],
    queryFn: ({ signal }) => call('POST /Reports/Query', { body: question }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** A page of the entries behind a report, newest first. */
export function reportEntriesQuery(call: Call, which: WhichEntries, page: number) {
  return queryOptions({
    queryKey: ['report', 'entries', which, page],
    queryFn: ({ signal }) =>
      call('POST /Reports/Entries', { body: { ...which, page, size: REPORT_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Changes of entries, all or none; of days up to the lock date with a reason. */
export function changeReportEntries(
  call: Call,
  upserts: EntryChange[],
  reason: string,
): Promise<ReportEntry[]> {
  return call('PUT /Reports/Entries', { body: { upserts, ...(reason ? { reason } : {}) } });
}

/** Recorded time of each person against what is expected. */
export function peopleReportQuery(call: Call, range: { from: string; to: string }) {
  return queryOptions({
    queryKey: ['report', 'people', range],
    queryFn: ({ signal }) => call('POST /Reports/People', { body: range }, { signal }),
    placeholderData: keepPreviousData,
  });
}
