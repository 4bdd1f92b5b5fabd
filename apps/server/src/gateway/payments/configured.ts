import type { GatewayDeps } from '../context.ts';
import type { Payments } from './stripe.ts';

/** The payment service of the configuration, or null where nobody is charged; its library is loaded where there is one. */
export async function configuredPayments({
  billing,
  stripe,
}: GatewayDeps['config']): Promise<Payments | null> {
  const { secretKey, webhookSecret, priceId, apiBase } = stripe;
  if (!billing || !secretKey || !webhookSecret || !priceId) return null;
  const { createStripePayments } = await import('./stripe.ts');
  return createStripePayments({ secretKey, webhookSecret, priceId, apiBase });
}
