import type { RouteInput } from '@stint/domain/api/route.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { GatewayTable } from '../lib/gateway.ts';
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
