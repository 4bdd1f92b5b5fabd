import { AppError } from '@stint/domain/errors.ts';
import { slugFromName, slugProblem, suggestSlugs } from '@stint/domain/workspace/slug.ts';
import type { AuthContext } from '../../context.ts';
import type { KeyCaller, UserCaller } from '../../mechanisms/access/access.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { modeOfCall, modeOfOrigin } from '../../mechanisms/http/origins.ts';
import type { Mode, Realm } from '../../model/realm.ts';
import { listProviders } from '../../model/tenants/providers.ts';
import { findTenantByFormerSlug, type Tenant, takenSlugs } from '../../model/tenants/queries.ts';
import { tenantRecord } from '../../model/tenants/record.ts';
import { tenantEvent } from '../tenant-event.ts';
import { createChild } from './create.ts';
import { endTenant } from './end.ts';
import { fullRecord } from './full-record.ts';
import { readReadiness } from './readiness.ts';
import { findTenants } from './search.ts';
import { updateTenant } from './update.ts';

type TenantRoutes = HandlersOf<
  | 'GET /tenants/:tenantId/mode'
  | 'POST /tenants'
  | 'GET /tenants/:tenantId'
  | 'PUT /tenants/:tenantId'
  | 'POST /tenants/:tenantId/readiness'
  | 'DELETE /tenants/:tenantId'
  | 'POST /tenants/:tenantId/tenants/find'
  | 'GET /tenants/:tenantId/slug/:slug'
  | 'GET /tenants/:tenantId/by-slug/:slug'
  | 'GET /tenants/:tenantId/jwks'
  | 'GET /tenants/:tenantId/keys/jwt'
>;

/** Tenants: mode and flow, workspaces, settings, public keys. */
export function tenantRoutes(context: AuthContext): TenantRoutes {
  return {
    async 'GET /tenants/:tenantId/mode'({ params }, { client }) {
      const tenant = await context.tenants.require(params.tenantId);
      const mode = await modeOfCall(context, tenant, client.origin);
      return {
        mode,
        authentication: { firstFactors: tenant.firstFactors, secondFactors: tenant.secondFactors },
        refresh: client.isSameOrigin ? 'cookie' : 'token',
        signup: tenant.signup,
        name: tenant.name,
        image: tenant.image,
        sso: await listProviders(context.database, tenant, mode),
      };
    },
    async 'POST /tenants'({ body }, caller) {
      const parent = await parentOf(context, caller, body.parentTenantId);
      return fullRecord(context, await createChild(context, caller, parent, body));
    },
    async 'GET /tenants/:tenantId'({ params }) {
      return fullRecord(context, await context.tenants.require(params.tenantId));
    },
    async 'PUT /tenants/:tenantId'({ params, body }, caller) {
      return fullRecord(context, await updateTenant(context, caller, params.tenantId, body));
    },
    async 'POST /tenants/:tenantId/readiness'({ params, body }, { realm }) {
      return readReadiness(context, realm, await context.tenants.require(params.tenantId), body);
    },
    async 'DELETE /tenants/:tenantId'(_input, caller) {
      const { tenant } = caller;
      if (tenant.parentId === null) {
        throw new AppError('state_conflict', { message: 'A root tenant cannot be deleted here.' });
      }
      await endTenant(context, tenant, tenantEvent(caller, tenant.id, 'tenant.deleted'));
      return { message: 'OK' };
    },
    async 'POST /tenants/:tenantId/tenants/find'({ params, body }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      const { rows, ...counts } = await findTenants(context, tenant, caller.realm.mode, body);
      return { ...counts, results: rows.map((row) => tenantRecord(row)) };
    },
    async 'GET /tenants/:tenantId/slug/:slug'({ params }, { client }) {
      const tenant = await context.tenants.require(params.tenantId);
      const mode = await modeOfCall(context, tenant, client.origin);
      return slugAnswer(context, { rootTenantId: tenant.rootTenantId, mode }, params.slug);
    },
    async 'GET /tenants/:tenantId/by-slug/:slug'({ params }, { client }) {
      const parent = await context.tenants.require(params.tenantId);
      const mode = (await modeOfOrigin(context, parent, client.origin)) ?? context.config.mode;
      const tenant =
        (await context.tenants.findBySlug(params.slug, mode)) ??
        (await findTenantByFormerSlug(context.database, params.slug, mode, context.clock.now()));
      if (!tenant || tenant.rootTenantId !== parent.rootTenantId || tenant.status === 'provisioning') {
        throw new AppError('not_found');
      }
      const { publicId, id, name, image, slug, regionCode, status } = tenant;
      return { tenantId: publicId, uuid: id, name, image, slug: slug ?? params.slug, regionCode, status };
    },
    async 'GET /tenants/:tenantId/jwks'({ params, query }, _caller, { reply }) {
      const keys = await publishedKeys(context, params.tenantId, query.test);
      reply.header('cache-control', 'public, max-age=60');
      return { keys: keys.map(({ jwk }) => jwk) };
    },
    async 'GET /tenants/:tenantId/keys/jwt'({ params, query }) {
      const keys = await publishedKeys(context, params.tenantId, query.test);
      const results = keys.map(({ kid, key }) => {
        const publicKey = key.export({ type: 'spki', format: 'pem' }).toString();
        return { kid, publicKey, publicKeyBase64: Buffer.from(publicKey).toString('base64') };
      });
      return { results };
    },
  };
}

async function publishedKeys(context: AuthContext, publicId: string, test: string | undefined) {
  const tenant = await context.tenants.require(publicId);
  const isTest = context.config.mode === 'test' || test === 'true';
  const mode: Mode = tenant.parentId === null ? (isTest ? 'test' : 'live') : tenant.mode;
  return context.keys.published({ rootTenantId: tenant.rootTenantId, mode });
}

async function parentOf(
  context: AuthContext,
  caller: KeyCaller | UserCaller,
  publicId: string | undefined,
): Promise<Tenant> {
  if (caller.kind === 'key') return caller.tenant;
  // People make workspaces of the root; an outside provider's session stays in its workspace.
  if (publicId || caller.session.providerTenantId !== null) throw new AppError('forbidden');
  return context.tenants.requireById(caller.session.rootTenantId);
}

async function slugAnswer(context: AuthContext, realm: Realm, text: string) {
  const slug = text.trim();
  const problem = slugProblem(slug);
  const near = [slug, ...suggestSlugs(slugFromName(slug) || slug, new Set([slug]), 12)].filter(
    (one) => one !== '',
  );
  const taken = await takenSlugs(context.database, realm, near, context.clock.now());
  const isAvailable = problem === null && !taken.has(slug);
  const reason = problem === 'reserved' ? 'reserved' : problem === null ? 'taken' : 'invalid';
  return {
    slug,
    isAvailable,
    ...(isAvailable ? {} : { reason: reason as 'taken' | 'invalid' | 'reserved' }),
    suggestions: isAvailable ? [] : suggestSlugs(slugFromName(slug) || slug, new Set([...taken, slug])),
  };
}
