import type { TenantRecord } from '@stint/domain/api/auth/tenant-shapes.ts';
import type { Tenant } from './queries.ts';

/** The tenant record (protocol 10, 17). `data` always shows slug and region, where applications look for them. */
export function tenantRecord(tenant: Tenant, extra: Partial<TenantRecord> = {}): TenantRecord {
  const { settings } = tenant;
  return {
    ...settings,
    tenantId: tenant.publicId,
    uuid: tenant.id,
    aliasId: tenant.aliasId,
    name: tenant.name,
    type: tenant.parentId === null ? 'account' : 'tenant',
    image: tenant.image,
    data: {
      ...tenant.data,
      ...(tenant.slug === null ? {} : { tenantNameSlug: tenant.slug }),
      ...(tenant.regionCode === null ? {} : { regionCode: tenant.regionCode }),
    },
    slug: tenant.slug,
    regionCode: tenant.regionCode,
    status: tenant.status,
    signup: tenant.signup,
    mode: tenant.mode,
    hasActivatedLiveMode: tenant.mode === 'live',
    lastActiveAt: tenant.lastActiveAt?.toISOString() ?? null,
    ...(tenant.creatorUserId ? { creator: { userUuid: tenant.creatorUserId } } : {}),
    authentication: {
      firstFactors: tenant.firstFactors,
      secondFactors: tenant.secondFactors,
      isMfaRequired: tenant.isMfaRequired,
      ...(tenant.upcomingSignIn ? { upcoming: tenant.upcomingSignIn } : {}),
    },
    allowedOrigins: tenant.allowedOrigins,
    liveDomains: tenant.liveDomains,
    isTestModeEnabled: tenant.isTestEnabled,
    testOrigins: tenant.testOrigins,
    version: tenant.version,
    createdAt: tenant.createdAt.toISOString(),
    updatedAt: tenant.updatedAt.toISOString(),
    ...extra,
  };
}
