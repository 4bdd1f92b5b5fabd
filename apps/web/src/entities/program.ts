import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer, Body } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

export type Token = Answer<'GET /Tokens'>[number];
export type Webhook = Answer<'GET /Webhooks'>[number];
export type Delivery = Answer<'GET /Webhooks/:id/Deliveries'>['items'][number];

/** Tokens for programs: the own ones, or everybody's for those who look after them. */
export function tokensQuery(call: Call, isAll: boolean) {
  return queryOptions({
    queryKey: ['tokens', isAll ? 'all' : 'own'],
    staleTime: 0,
    queryFn: ({ signal }) => call('GET /Tokens', { query: isAll ? { all: true } : {} }, { signal }),
  });
}

/** @param key the same for each try  @returns the token, which is shown this once */
export function makeToken(call: Call, key: string, body: Body<'POST /Tokens'>) {
  return call('POST /Tokens', { body }, { idempotencyKey: key });
}

export function endToken(call: Call, { tokenID }: Token) {
  return call('DELETE /Tokens/:id', { params: { id: tokenID } });
}

/** Whether the own hours are published at a secret address, as a calendar. */
export function calendarLinkQuery(call: Call) {
  return queryOptions({
    queryKey: ['calendarLink'],
    staleTime: 0,
    queryFn: ({ signal }) => call('GET /Calendar', {}, { signal }),
  });
}

export function makeCalendarLink(call: Call) {
  return call('POST /Calendar', {});
}

export function closeCalendarLink(call: Call) {
  return call('DELETE /Calendar', {});
}

/** Who is called when something happens. */
export function webhooksQuery(call: Call) {
  return queryOptions({
    queryKey: ['webhooks'],
    staleTime: 0,
    queryFn: ({ signal }) => call('GET /Webhooks', {}, { signal }),
  });
}

/** @param key the same for each try  @returns the webhook with its secret, which is shown this once */
export function addWebhook(call: Call, key: string, body: Body<'POST /Webhooks'>) {
  return call('POST /Webhooks', { body }, { idempotencyKey: key });
}

/** Gives a webhook another address or other events; its secret and its log stay. */
export function changeWebhook(call: Call, { webhookID, version }: Webhook, body: Body<'POST /Webhooks'>) {
  return call('PUT /Webhooks/:id', { params: { id: webhookID }, body: { ...body, version } });
}

export function switchWebhook(call: Call, { webhookID, version }: Webhook, isActive: boolean) {
  return call('PUT /Webhooks/:id', { params: { id: webhookID }, body: { isActive, version } });
}

export function renewWebhookSecret(call: Call, { webhookID }: Webhook) {
  return call('POST /Webhooks/:id/Secret', { params: { id: webhookID } });
}

export function removeWebhook(call: Call, { webhookID }: Webhook) {
  return call('DELETE /Webhooks/:id', { params: { id: webhookID } });
}

export function testWebhook(call: Call, { webhookID }: Webhook) {
  return call('POST /Webhooks/:id/Test', { params: { id: webhookID } });
}

/** Calls of a webhook, newest first, fifty at a time; asked anew, each fifty begin where those before end now. */
export function deliveriesQuery(call: Call, webhookID: string) {
  return infiniteQueryOptions({
    queryKey: ['webhooks', 'deliveries', webhookID],
    queryFn: ({ signal, pageParam: cursor }) => {
      const query = { size: 50, ...(cursor === null ? {} : { cursor }) };
      return call('GET /Webhooks/:id/Deliveries', { params: { id: webhookID }, query }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
}

export function replayDelivery(call: Call, { deliveryID }: Delivery) {
  return call('POST /Webhooks/Deliveries/:id/Replay', { params: { id: deliveryID } });
}
