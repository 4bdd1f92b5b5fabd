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

/** What a rate would change; the figures of the one before stay until its own are there. */
export function ratePreviewQuery(call: Call, rate: NewRate | null) {
  return queryOptions({
    // Under a name of its own: who waits for the list of rates waits for no preview.
    queryKey: ['ratePreview', rate],
    queryFn: ({ signal }) => call('POST /Rates/Preview', { body: rate as NewRate }, { signal }),
    enabled: rate !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
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
