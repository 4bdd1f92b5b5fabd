import { queryOptions } from '@tanstack/react-query';
import type { Answer, Body } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

export type SavedReport = Answer<'GET /Reports'>[number];
export type ReportDefinition = SavedReport['definition'];
export type SharedReport = Answer<'GET /SharedReport/:token'>;
export type NewPlan = Omit<Body<'PUT /Reports/:id/Schedule'>, 'version'>;
export type NewLink = Body<'POST /Reports/:id/Link'>;

/** The own reports and those of the team, pinned ones first. */
export function savedReportsQuery(call: Call) {
  return queryOptions({
    queryKey: ['savedReports'],
    staleTime: 0,
    queryFn: ({ signal }) => call('GET /Reports', {}, { signal }),
  });
}

/** @param idempotencyKey the same for each try of the same report */
export function saveReport(
  call: Call,
  body: Body<'POST /Reports'>,
  idempotencyKey: string,
): Promise<SavedReport> {
  return call('POST /Reports', { body }, { idempotencyKey });
}

export function changeReport(
  call: Call,
  { reportID, version }: SavedReport,
  changes: Omit<Body<'PUT /Reports/:id'>, 'version'>,
): Promise<SavedReport> {
  return call('PUT /Reports/:id', { params: { id: reportID }, body: { ...changes, version } });
}

export function removeReport(call: Call, { reportID }: SavedReport): Promise<{ reportID: string }> {
  return call('DELETE /Reports/:id', { params: { id: reportID } });
}

/** A new link; a former one stops working. */
export function makeLink(call: Call, { reportID }: SavedReport, body: NewLink) {
  return call('POST /Reports/:id/Link', { params: { id: reportID }, body });
}

export function withdrawLink(call: Call, { reportID }: SavedReport): Promise<SavedReport> {
  return call('DELETE /Reports/:id/Link', { params: { id: reportID } });
}

/** Mails it by a plan; the one that the report has is replaced. */
export function planReport(
  call: Call,
  { reportID, version }: SavedReport,
  plan: NewPlan,
): Promise<SavedReport> {
  return call('PUT /Reports/:id/Schedule', { params: { id: reportID }, body: { ...plan, version } });
}

export function endPlan(call: Call, { reportID }: SavedReport): Promise<SavedReport> {
  return call('DELETE /Reports/:id/Schedule', { params: { id: reportID } });
}

/** What a link shows; nobody has to be signed in. */
export function readSharedReport(call: Call, token: string): Promise<SharedReport> {
  return call('GET /SharedReport/:token', { params: { token } });
}
