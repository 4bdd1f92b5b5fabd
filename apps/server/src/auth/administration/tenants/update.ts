import { TenantSettings, type UpdateTenantBody } from '@stint/domain/api/auth/tenant-shapes.ts';
import { findFactorKind } from '@stint/domain/auth/factor.ts';
import { findAppAddress, findSafePath } from '@stint/domain/auth/redirect.ts';
import { AppError } from '@stint/domain/errors.ts';
import { slugProblem } from '@stint/domain/workspace/slug.ts';
import type { Static } from 'typebox';
import type { Transaction } from '../../../platform/database.ts';
import { isUniqueViolation } from '../../../platform/database-errors.ts';
import { newId } from '../../../platform/ids.ts';
import { newSecret } from '../../../platform/secrets.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { KeyCaller, UserCaller } from '../../mechanisms/access/access.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { tellOfTenant, type WebhookEvent, webhookEvents } from '../../mechanisms/webhooks/queue.ts';
import { endSessions } from '../../model/sessions/queries.ts';
import { findTenantById, type Tenant, tenantAt } from '../../model/tenants/queries.ts';
import { tenantRecord } from '../../model/tenants/record.ts';
import { pathSettings } from '../../model/tenants/settings.ts';
import { pictureOf } from '../../model/users/picture.ts';
import { findUserById } from '../../model/users/queries.ts';
import { requireFresh } from '../../sign-in/step-up.ts';
import type { AdministrationRequest } from '../request.ts';
import { tenantEvent } from '../tenant-event.ts';
import { moveSlug } from './former-slugs.ts';
import { changedSignIn, checkSignInChange } from './sign-in-policy.ts';

type Body = Static<typeof UpdateTenantBody>;

/** What only a server may change: where calls come from and go to, how cookies are set, what a workspace is. */
const keyOnly = [
  'allowedOrigins',
  'liveDomains',
  'isTestModeEnabled',
  'testOrigins',
  'pkceLoginRedirectUri',
  'linkOrigin',
  'cookieOptionsSameSite',
  'cookieOptionsPath',
  'cookieOptionsSetDomain',
  'allowNonHttpOnlyRefresh',
  'smsDailyCap',
  'migrateUrl',
  'slug',
  'status',
  'regionCode',
  'aliasId',
  'webhooks',
  'isTotpFirstFactorEnabled',
] as const satisfies (keyof Body)[];

const settingNames = Object.keys(TenantSettings.properties) as (keyof TenantSettings)[];

/**
 * Changes a tenant's name, settings, flow and lists; missing fields stay (protocol 17).
 * @throws AppError `forbidden` for a person who sends what only a key may change, `version_conflict`, `invalid_redirect` …
 */
export async function updateTenant(
  context: AuthContext,
  caller: KeyCaller | UserCaller,
  publicId: string,
  body: Body,
): Promise<Tenant> {
  const tenant = caller.kind === 'key' ? caller.tenant : await context.tenants.require(publicId);
  const now = context.clock.now();
  const next = merge(tenant, body, now);
  checkSettings(next);
  if (caller.kind === 'user') await checkPerson({ context, caller, tenant }, body, next);
  try {
    await context.database.transaction(
      async (tx) => {
        const held = tenantAt(await lockTenant(tx, tenant.id), now);
        if (body.version !== undefined && held.version !== body.version) {
          throw new AppError('version_conflict', { details: { current: tenantRecord(held) } });
        }
        const fresh = merge(held, body, now);
        if (fresh.slug !== held.slug) await moveSlug(tx, held, fresh.slug, now);
        await storeTenant(tx, fresh, now);
        if (body.webhooks) await storeWebhooks(context, tx, fresh, body.webhooks);
        if (fresh.status === 'archived' && held.status !== 'archived') {
          const ended = await endSessions(tx, sql`s.tenant_id = ${tenant.id}`, 'removed', now);
          tx.afterCommit(() => context.sessions.forget(ended));
        }
        await audit(tx, tenantEvent(caller, tenant.id, 'tenant.changed', { fields: Object.keys(body) }), now);
        await tellOfTenant(context, tx, fresh, { action: 'update', record: tenantRecord(fresh) });
      },
      { attempts: 1 },
    );
  } catch (error) {
    if (isUniqueViolation(error, 'tenant_slug_key')) throw new AppError('slug_taken');
    if (isUniqueViolation(error, 'tenant_alias_id_key')) throw new AppError('name_taken');
    throw error;
  }
  context.tenants.forget();
  return (await findTenantById(context.database, tenant.id)) ?? tenant;
}

async function checkPerson(
  request: AdministrationRequest<UserCaller>,
  body: Body,
  next: Tenant,
): Promise<void> {
  const { context, caller, tenant } = request;
  // Slug and region also come inside `data`, by their older names; sent back unchanged they are no change.
  const { tenantNameSlug = tenant.slug, regionCode = tenant.regionCode } = body.data ?? {};
  const refused: string[] = keyOnly.filter((name) => body[name] !== undefined);
  if (tenantNameSlug !== tenant.slug) refused.push('data.tenantNameSlug');
  if (regionCode !== tenant.regionCode) refused.push('data.regionCode');
  if (refused.length > 0) {
    throw new AppError('forbidden', { message: `Only a server key may change ${refused.join(', ')}.` });
  }
  const changesSignIn = body.authentication !== undefined || body.signup !== undefined;
  if (!changesSignIn) return;
  const user = await findUserById(context.database, caller.realm, caller.session.userId);
  if (!user) throw new AppError('unauthorized');
  requireFresh(context, caller, user);
  if (changesPolicy(body)) await checkSignInChange(request, user, next);
}

/** Withdrawing an announced change asks nothing of anybody. */
function changesPolicy({ authentication }: Body): boolean {
  return Object.keys(authentication ?? {}).some((name) => name !== 'startsAt');
}

function merge(tenant: Tenant, body: Body, now: Date): Tenant {
  const settings = { ...tenant.settings } as Record<string, unknown>;
  for (const name of settingNames) {
    const value = (body as Record<string, unknown>)[name];
    if (value !== undefined) settings[name] = value;
  }
  const { tenantNameSlug, regionCode, ...data } = body.data ?? tenant.data;
  const slug = body.slug ?? (typeof tenantNameSlug === 'string' ? tenantNameSlug : tenant.slug);
  return {
    ...tenant,
    name: body.name?.trim() || tenant.name,
    image: body.image === undefined ? tenant.image : pictureOf(body.image),
    data: body.data ? data : tenant.data,
    slug,
    regionCode: body.regionCode ?? (typeof regionCode === 'string' ? regionCode : tenant.regionCode),
    aliasId: body.aliasId === undefined ? tenant.aliasId : body.aliasId,
    status: (body.status as Tenant['status'] | undefined) ?? tenant.status,
    signup: (body.signup as Tenant['signup'] | undefined) ?? tenant.signup,
    settings: {
      ...(settings as Tenant['settings']),
      linkOrigin: { ...tenant.settings.linkOrigin, ...body.linkOrigin },
    },
    ...changedSignIn(tenant, body.authentication, now),
    allowedOrigins: body.allowedOrigins ?? tenant.allowedOrigins,
    liveDomains: body.liveDomains?.map((domain) => domain.toLowerCase()) ?? tenant.liveDomains,
    isTestEnabled: body.isTestModeEnabled ?? tenant.isTestEnabled,
    testOrigins: body.testOrigins ?? tenant.testOrigins,
  };
}

function invalid(message: string, field: string): AppError {
  return new AppError('validation_failed', {
    message,
    fields: [{ code: 'validation_failed', message, field }],
  });
}

function checkSettings(tenant: Tenant): void {
  if (tenant.slug !== null && slugProblem(tenant.slug) !== null) throw new AppError('slug_invalid');
  for (const policy of [tenant, ...(tenant.upcomingSignIn ? [tenant.upcomingSignIn] : [])]) {
    checkFactors(policy, tenant.settings.isTotpFirstFactorEnabled);
  }
  for (const origin of [...tenant.allowedOrigins, ...tenant.testOrigins]) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw invalid(`${origin} is not an origin; write scheme and host only.`, 'allowedOrigins');
    }
  }
  for (const domain of tenant.liveDomains) {
    if (!/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63}$/.test(domain))
      throw invalid(`${domain} is not a domain.`, 'liveDomains');
  }
  for (const [mode, origin] of Object.entries(tenant.settings.linkOrigin)) {
    const isOrigin = origin === null || (URL.canParse(origin) && new URL(origin).origin === origin);
    if (!isOrigin)
      throw invalid(`${origin} is not an origin; write scheme and host only.`, `linkOrigin.${mode}`);
    if (mode === 'live' && origin !== null && !origin.startsWith('https:'))
      throw invalid('Links of live mode lead to https.', 'linkOrigin.live');
  }
  checkPaths(tenant);
}

function checkFactors(
  { firstFactors, secondFactors }: Pick<Tenant, 'firstFactors' | 'secondFactors'>,
  isTotpFirstFactorEnabled: boolean,
): void {
  for (const factor of [...firstFactors, ...secondFactors]) {
    if (!findFactorKind(factor)) {
      throw invalid(`There is no factor ${factor.channel}/${factor.strategy}.`, 'authentication');
    }
  }
  const second = secondFactors.find((factor) => !findFactorKind(factor)?.canBeSecond);
  if (second) throw invalid(`${second.strategy} cannot be a second factor.`, 'authentication.secondFactors');
  const hasTotp = firstFactors.some(({ strategy }) => strategy === 'totp');
  if (hasTotp && !isTotpFirstFactorEnabled) {
    throw invalid(
      'An authenticator as first factor has to be enabled with an admin key first.',
      'authentication.firstFactors',
    );
  }
}

/** Paths are checked here, and again whenever they are read. */
function checkPaths({ settings }: Tenant): void {
  const isRefused = (path: string | null) => path !== null && findSafePath(path) === null;
  if (pathSettings.some((name) => isRefused(settings[name]))) throw new AppError('invalid_redirect');
  const target = settings.pkceLoginRedirectUri;
  if (target !== null && findAppAddress(target) === null) throw new AppError('invalid_redirect');
  if (settings.migrateUrl !== null && !URL.canParse(settings.migrateUrl))
    throw new AppError('invalid_redirect');
}

async function lockTenant(tx: Transaction, id: string): Promise<Tenant> {
  await tx.run(sql`select 1 from auth.tenant where id = ${id} for update`);
  const tenant = await findTenantById(tx, id);
  if (!tenant) throw new AppError('not_found');
  return tenant;
}

async function storeTenant(tx: Transaction, tenant: Tenant, now: Date): Promise<void> {
  await tx.run(sql`update auth.tenant set name = ${tenant.name}, image = ${tenant.image},
      data = ${JSON.stringify(tenant.data)}, slug = ${tenant.slug}, region_code = ${tenant.regionCode},
      alias_id = ${tenant.aliasId}, status = ${tenant.status}, signup = ${tenant.signup},
      settings = ${JSON.stringify(tenant.settings)}, first_factors = ${JSON.stringify(tenant.firstFactors)},
      second_factors = ${JSON.stringify(tenant.secondFactors)}, is_mfa_required = ${JSON.stringify(tenant.isMfaRequired)},
      upcoming_sign_in = ${tenant.upcomingSignIn ? JSON.stringify(tenant.upcomingSignIn) : null},
      allowed_origins = ${tenant.allowedOrigins}, live_domains = ${tenant.liveDomains},
      is_test_enabled = ${tenant.isTestEnabled}, test_origins = ${tenant.testOrigins}, version = version + 1,
      archived_at = ${tenant.status === 'archived' ? now : null}, updated_at = ${now}
    where id = ${tenant.id}`);
}

async function storeWebhooks(
  context: AuthContext,
  tx: Transaction,
  tenant: Tenant,
  webhooks: Record<string, string | null>,
): Promise<void> {
  const now = context.clock.now();
  for (const [event, url] of Object.entries(webhooks)) {
    if (!webhookEvents.includes(event as WebhookEvent))
      throw invalid(`There is no webhook ${event}.`, 'webhooks');
    await tx.run(sql`update auth.webhook set is_active = false, updated_at = ${now}
      where tenant_id = ${tenant.id} and mode = ${tenant.mode} and event = ${event}`);
    if (url === null) continue;
    if (!URL.canParse(url) || (context.config.mode === 'live' && !url.startsWith('https:'))) {
      throw invalid('A webhook needs an https address.', `webhooks.${event}`);
    }
    const id = newId();
    await tx.run(sql`insert into auth.webhook (id, tenant_id, mode, event, url, sealed_secret, created_at, updated_at)
      values (${id}, ${tenant.id}, ${tenant.mode}, ${event}, ${url}, ${context.secrets.seal(newSecret(), `webhook ${tenant.id} ${event}`).sealed}, ${now}, ${now})
      on conflict (tenant_id, mode, event) do update
      set url = excluded.url, is_active = true, updated_at = excluded.updated_at`);
  }
}
