import { subscriptionRoutes } from '@stint/domain/api/gateway/subscription.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { forgetEvents } from './events.ts';
import { createSubscriptionHandlers } from './routes.ts';
import { seatSync } from './seats.ts';

export function subscriptionFeature(parts: GatewayParts): Feature {
  return defineFeature({
    routes: subscriptionRoutes,
    handlers: createSubscriptionHandlers(parts),
    periodic: [...seatSync(parts.payments), forgetEvents(parts.clock)],
  });
}
