import { queryOptions } from '@tanstack/react-query';
import type { Answer, Body } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

export type Rate = Answer<'GET /Rates'>[number];

/** Rates of a person, or of a project's people. */
export function ratesQuery(call: Call, of: { teamMemberID: string } | { projectID: string }) {
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
