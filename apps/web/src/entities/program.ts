import { queryOptions } from '@tanstack/react-query';
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

/** @returns the token, which is shown this once */
export function makeToken(call: Call, body: Body<'POST /Tokens'>) {
  return call('POST /Tokens', { body });
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

/** @returns the webhook with its secret, which is shown this once */
export function addWebhook(call: Call, body: Body<'POST /Webhooks'>) {
  return call('POST /Webhooks', { body });
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

/** The latest calls of a webhook, newest first. */
export function deliveriesQuery(call: Call, webhookID: string) {
  return queryOptions({
    queryKey: ['webhooks', 'deliveries', webhookID],
    queryFn: ({ signal }) =>
      call('GET /Webhooks/:id/Deliveries', { params: { id: webhookID }, query: { size: 50 } }, { signal }),
    staleTime: 0,
  });
}

export function replayDelivery(call: Call, { deliveryID }: Delivery) {
  return call('POST /Webhooks/Deliveries/:id/Replay', { params: { id: deliveryID } });
}
