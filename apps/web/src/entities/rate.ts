import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer, Body } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

export type Rate = Answer<'GET /Rates'>[number];

/** Whose rates: a person's, a client's, an activity's, or a project's with those of its people and activities. */
export type RatesOf =
  | { teamMemberID: string }
  | { projectID: string }
  | { clientID: string }
  | { activityID: string };

/** A rate that is about to be set. */
export type NewRate = Body<'POST /Rates/Preview'>;

export function ratesQuery(call: Call, of: RatesOf) {
  return queryOptions({
    queryKey: ['rates', of],
    queryFn: ({ signal }) => call('GET /Rates', { query: of }, { signal }),
  });
}

/** A change of what time is priced by: a rate from a day on, or what a project or client has without a date. */
export type PriceDraft =
  | { rate: NewRate }
  | { projectID: string; prices: Body<'POST /Projects/:id/Preview'> }
  | { clientID: string; prices: Body<'POST /Clients/:id/Preview'> };

/** What it would do; the figures of the one before stay until its own are there. */
export function pricePreviewQuery(call: Call, draft: PriceDraft | null) {
  return queryOptions({
    // Under a name of its own: who waits for the list of rates waits for no preview.
    queryKey: ['ratePreview', draft],
    queryFn: ({ signal }) => preview(call, draft as PriceDraft, signal),
    enabled: draft !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

function preview(call: Call, draft: PriceDraft, signal: AbortSignal): Promise<Answer<'POST /Rates/Preview'>> {
  if ('rate' in draft) return call('POST /Rates/Preview', { body: draft.rate }, { signal });
  if ('projectID' in draft) {
    const params = { id: draft.projectID };
    return call('POST /Projects/:id/Preview', { params, body: draft.prices }, { signal });
  }
  return call(
    'POST /Clients/:id/Preview',
    { params: { id: draft.clientID }, body: draft.prices },
    { signal },
  );
}

export function setRate(call: Call, body: Body<'POST /Rates'>) {
  return call('POST /Rates', { body });
}

export function removeRate(call: Call, { rateID }: Rate) {
  return call('DELETE /Rates/:id', { params: { id: rateID } });
}

/** What a rate is of, as one text: two with the same are of the same things. */
export function subjectKey({
  teamMemberID,
  projectID,
  activityID,
  clientID,
  kind,
}: Pick<NewRate, 'teamMemberID' | 'projectID' | 'activityID' | 'clientID' | 'kind'>): string {
  return [teamMemberID, projectID, activityID, clientID, kind].map((part) => part ?? '').join('/');
}
