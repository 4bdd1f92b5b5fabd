import { safeRedirect } from '@stint/domain/auth/redirect.ts';
import type { Transaction } from '../../../platform/database.ts';
import { isUniqueViolation } from '../../../platform/database-errors.ts';
import type { AuthContext } from '../../context.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import type { ClientInfo } from '../../mechanisms/http/client.ts';
import { queueNotice } from '../../mechanisms/outbox/notices.ts';
import { linkOrigin } from '../../mechanisms/proofs/link-address.ts';
import { type Arrival, accountOf, linkIdentity } from './accounts.ts';
import type { LinkTarget } from './link-page.ts';
import { identityLinked } from './notices.ts';
import { providerName } from './providers.ts';
import { Refusal } from './refusal.ts';
import { signInAddress } from './return.ts';

/** Somebody came back from a provider, and everything about the answer was right. */
export type Finish = {
  arrival: Arrival;
  /** The factor's strategy in flows and sessions. */
  strategy: string;
  origin: string;
  redirect: string | null;
  /** Link to this account instead of signing in. */
  link?: LinkTarget | undefined;
  /** Uses up what may be used once, in the same transaction. @throws Refusal */
  spend?: (tx: Transaction) => Promise<void>;
};

/**
 * What a trip was for: a sign-in, whose page then calls PUT auth/link, or an identity linked to the own account.
 * @returns where the browser goes
 * @throws Refusal
 */
export async function finishArrival(
  context: AuthContext,
  client: ClientInfo,
  finish: Finish,
): Promise<string> {
  if (finish.arrival.tenant.status !== 'active') throw new Refusal('not_allowed');
  return finish.link ? linkAccount(context, client, finish, finish.link) : signIn(context, finish);
}

async function signIn(context: AuthContext, finish: Finish): Promise<string> {
  const { arrival, strategy, origin, redirect, spend } = finish;
  const { tenant, providerTenant, provider, providerId, profile, registered } = arrival;
  const { issuer } = profile;
  const registration = { tenantId: providerTenant.id, provider, providerId, issuer, registered };
  const once = () =>
    context.database.transaction(async (tx) => {
      await spend?.(tx);
      const { user, isNewUser } = await accountOf(context, tx, arrival);
      const back = { tenant, providerTenant, registration, strategy, user, isNewUser, origin, redirect };
      return signInAddress(context, tx, back);
    });
  return once().catch((error: unknown) => {
    // Two first sign-ins at once: the other one has made the account by now.
    if (isUniqueViolation(error)) return once();
    throw error;
  });
}

async function linkAccount(
  context: AuthContext,
  client: ClientInfo,
  { arrival, strategy, spend, ...to }: Finish,
  link: LinkTarget,
): Promise<string> {
  const { tenant, realm } = arrival;
  const session = await context.sessions.find(link.sessionId);
  if (!session || session.userId !== link.userId) throw new Refusal('sso_expired');
  await context.database.transaction(async (tx) => {
    await spend?.(tx);
    const user = await linkIdentity(context, tx, arrival, link.userId);
    const event = { realm, tenantId: tenant.id, userId: user.id, detail: { factor: `email/${strategy}` } };
    const from = { address: client.fullAddress, requestId: client.requestId };
    await audit(tx, { ...event, ...from, action: 'factor.added' }, context.clock.now());
    await queueNotice(context, tx, {
      tenant,
      user,
      notice: identityLinked(providerName(strategy)),
    });
  });
  void context.wakeWorkers();
  const origin = await linkOrigin(context, tenant, realm.mode, to.origin);
  const url = new URL(safeRedirect(to.redirect, { allowedOrigins: [origin], mode: realm.mode }), origin);
  url.searchParams.set('linked', strategy);
  return url.href;
}
