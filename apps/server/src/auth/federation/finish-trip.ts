import { audit } from '../audit/audit.ts';
import type { AuthContext } from '../context.ts';
import type { Call } from '../http/call.ts';
import { linkOrigin } from '../link/address.ts';
import type { Tenant } from '../tenants/queries.ts';
import { type Arrival, accountOf, linkIdentity } from './accounts.ts';
import type { Profile } from './profile.ts';
import { Refusal } from './refusal.ts';
import { signInAddress } from './return.ts';
import type { Trip } from './trips.ts';

/**
 * What a trip was for: a sign-in, whose page then calls PUT auth/link, or an identity linked to the own account.
 * @returns where the browser goes
 * @throws Refusal
 */
export async function finishTrip(
  context: AuthContext,
  call: Call,
  { trip, tenant, profile }: { trip: Trip; tenant: Tenant; profile: Profile },
): Promise<string> {
  const { provider, providerId, world } = trip;
  const providerTenant = await context.tenants.requireById(trip.payload.providerTenantId);
  if (tenant.status !== 'active') throw new Refusal('not_allowed');
  const arrival: Arrival = { world, tenant, providerTenant, provider, providerId, profile };
  if (trip.payload.link) return finishLinking(context, call, arrival, trip, trip.payload.link);
  return context.database.transaction(async (tx) => {
    const { user, isNewUser } = await accountOf(context, tx, arrival);
    const { origin, redirect } = trip.payload;
    const back = { tenant, providerTenant, strategy: provider, user, isNewUser, origin, redirect };
    return signInAddress(context, tx, back);
  });
}

async function finishLinking(
  context: AuthContext,
  call: Call,
  arrival: Arrival,
  { payload }: Trip,
  link: { userId: string; sessionId: string },
): Promise<string> {
  const { tenant, world, provider } = arrival;
  const session = await context.sessions.find(link.sessionId);
  if (!session || session.userId !== link.userId) throw new Refusal('sso_expired');
  await context.database.transaction(async (tx) => {
    const user = await linkIdentity(context, tx, arrival, link.userId);
    const event = { world, tenantId: tenant.id, userId: user.id, detail: { factor: `email/${provider}` } };
    const from = { address: call.fullAddress, requestId: call.requestId };
    await audit(tx, { ...event, ...from, action: 'factor.added' }, context.clock.now());
  });
  const origin = await linkOrigin(context, tenant, payload.origin);
  const url = new URL(payload.redirect ?? '/', origin);
  url.searchParams.set('linked', provider);
  return url.href;
}
