import type { Provider } from '@stint/domain/auth/factor.ts';
import { AppError } from '@stint/domain/errors.ts';
import { providerUrl } from '../../config.ts';
import { isUuid } from '../../platform/ids.ts';
import type { AuthContext } from '../context.ts';
import { rolesIn, type UserCaller } from '../mechanisms/access/access.ts';
import type { HandlersOf } from '../mechanisms/access/handlers.ts';
import { requireSelf } from '../mechanisms/access/own-user.ts';
import { audit } from '../mechanisms/audit/audit.ts';
import { queueNotice } from '../mechanisms/outbox/notices.ts';
import { issueHandle } from '../methods/federation/handles.ts';
import { identityUnlinked } from '../methods/federation/notices.ts';
import { parseProvider, providerName } from '../methods/federation/providers.ts';
import { deleteIdentity, listIdentities } from '../model/users/identities.ts';
import type { User } from '../model/users/queries.ts';
import { requireFresh } from '../sign-in/step-up.ts';

type IdentityRoutes = HandlersOf<
  'GET /self/identities' | 'POST /self/identities/:provider' | 'DELETE /self/identities/:id'
>;

/** The identities at other providers that a person signs in with (protocol 17). */
export function identityRoutes(context: AuthContext): IdentityRoutes {
  const { database, clock } = context;
  return {
    async 'GET /self/identities'(_input, { session }) {
      const rows = await listIdentities(database, session.userId);
      return {
        results: rows.map(({ id, provider, providerId, email, createdAt, lastUsedAt }) => ({
          id,
          provider,
          ...(providerId ? { providerId } : {}),
          email,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
      };
    },
    async 'POST /self/identities/:provider'({ params, body }, caller) {
      const user = await requireSelf(context, caller);
      requireFresh(context, caller, user);
      if (!user.emailConfirmedAt) throw new AppError('email_unconfirmed');
      const path = params.provider === 'saml' ? 'saml/sp' : parseProvider(params.provider);
      return { url: await linkStartUrl(context, caller, path, body) };
    },
    async 'DELETE /self/identities/:id'({ params }, caller) {
      if (!isUuid(params.id)) throw new AppError('not_found');
      const user = await requireSelf(context, caller);
      requireFresh(context, caller, user);
      await database.transaction(async (tx) => {
        const others = (await listIdentities(tx, user.id)).filter(({ id }) => id !== params.id);
        const provider = await deleteIdentity(tx, user.id, params.id);
        if (!provider) throw new AppError('not_found');
        if (others.length === 0 && !hasOtherWayIn(user)) {
          throw new AppError('state_conflict', {
            message: 'This is the only way in. Set a password first, and a username or an address.',
          });
        }
        const event = { realm: caller.realm, tenantId: caller.session.tenantId, userId: user.id };
        const detail = { factor: `email/${provider}` };
        await audit(tx, { ...event, action: 'factor.removed', detail }, clock.now());
        const tenant = await context.tenants.within(tx).requireById(caller.session.tenantId);
        const notice = identityUnlinked(providerName(provider));
        await queueNotice(context, tx, { tenant, user, notice });
      });
      void context.wakeWorkers();
      return { message: 'OK' };
    },
  };
}

async function linkStartUrl(
  context: AuthContext,
  caller: UserCaller,
  path: Provider | 'saml/sp',
  body: { tenantId?: string; providerId?: string; redirect?: string },
): Promise<string> {
  const { client, session } = caller;
  const tenant = body.tenantId
    ? await context.tenants.require(body.tenantId)
    : await context.tenants.requireById(session.tenantId);
  if ((await rolesIn(context, caller, tenant)) === null) throw new AppError('not_found');
  if (client.origin === null) throw new AppError('invalid_origin');
  const of = { sessionId: session.id, userId: session.userId, tenantId: tenant.id };
  const handle = await issueHandle(context.database, 'link', of, context.clock.now());
  const url = new URL(`${providerUrl(context.config)}auth/${path}/login`);
  const { providerId, redirect } = body;
  const parameters = {
    origin: client.origin,
    tenant_id: tenant.publicId,
    provider_id: providerId,
    redirect,
    link: handle,
  };
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value);
  return url.href;
}

/** A password is one for whom a page can be told the name of. */
function hasOtherWayIn(user: User): boolean {
  const isNamed = user.username !== null || user.email !== null;
  return (
    (isNamed && user.passwordHash !== null) ||
    user.emailConfirmedAt !== null ||
    user.phoneConfirmedAt !== null
  );
}
