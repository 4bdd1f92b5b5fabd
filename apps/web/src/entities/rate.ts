import { queryOptions } from '@tanstack/react-query';
import type { Answer, Body } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

export type Rate = Answer<'GET /Rates'>[number];

/** Whose rates: a person's, or those of a project's people. */
export type RatesOf = { teamMemberID: string } | { projectID: string };

export function ratesQuery(call: Call, of: RatesOf) {
  return queryOptions({
    queryKey: ['rates', of],
    queryFn: ({ signal }) => call('GET /Rates', { query: of }, { signal }),
  });
}

export function setRate(call: Call, body: Body<'POST /Rates'>) {
  return call('POST /Rates', { body });
}

export function removeRate(call: Call, { rateID }: Rate) {
  return call('DELETE /Rates/:id', { params: { id: rateID } });
}
