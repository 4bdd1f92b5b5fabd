import { webhookRoutes } from '@stint/domain/api/gateway/webhooks.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { createEventFanOut, createWebhookDeliverer } from './deliver.ts';
import { createWebhookHandlers } from './routes.ts';

export function webhookFeature(parts: GatewayParts): Feature {
  return defineFeature({
    routes: webhookRoutes,
    handlers: createWebhookHandlers(parts),
    deliveries: { 'webhook.deliver': createWebhookDeliverer(parts) },
    listeners: [createEventFanOut(parts)],
  });
}
