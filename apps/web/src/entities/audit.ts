import type { RouteInput } from '@stint/domain/api/route.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer, GatewayTable } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

export type AuditFilter = Omit<NonNullable<RouteInput<GatewayTable['GET /Audit']>['query']>, 'page' | 'size'>;

/** Events of the log that are shown at once. */
export const AUDIT_PAGE = 50;

/** A page of who did what, newest first. */
export function auditQuery(call: Call, filter: AuditFilter, page = 1) {
  return queryOptions({
    queryKey: ['audit', filter, page],
    queryFn: ({ signal }) => call('GET /Audit', { query: { ...filter, page, size: AUDIT_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** All that a filter finds, newest first, page by page; at most so many. */
export async function readAuditLog(call: Call, filter: AuditFilter, most: number) {
  const size = 200;
  const events: Answer<'GET /Audit'>[number][] = [];
  for (let page = 1; events.length < most; page += 1) {
    const next = await call('GET /Audit', { query: { ...filter, page, size } });
    events.push(...next);
    if (next.length < size) break;
  }
  return events.slice(0, most);
}
