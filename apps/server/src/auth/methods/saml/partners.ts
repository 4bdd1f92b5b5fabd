import type { Queryable } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';

/** An application that people of a tenant sign in to through us. */
export type ServiceProvider = {
  entityId: string;
  acsUrl: string;
  sloUrl: string | null;
  /** PEM; then its requests must be signed. */
  certificate: string | null;
};

/** A tenant's own identity provider. */
export type IdentityProvider = {
  entityId: string;
  ssoUrl: string;
  /** PEM; the only keys that count. */
  certificates: string[];
  domains: string[];
};

const spColumns = sql`entity_id as "entityId", acs_url as "acsUrl", slo_url as "sloUrl", certificate`;

export function listServiceProviders(db: Queryable, tenantId: string): Promise<ServiceProvider[]> {
  return db.rows<ServiceProvider>(
    sql`select ${spColumns} from auth.saml_service_provider where tenant_id = ${tenantId} order by entity_id`,
  );
}

export function findServiceProvider(
  db: Queryable,
  tenantId: string,
  entityId: string,
): Promise<ServiceProvider | null> {
  return db.maybeOne<ServiceProvider>(sql`select ${spColumns} from auth.saml_service_provider
    where tenant_id = ${tenantId} and entity_id = ${entityId}`);
}

/** Adds a service provider or replaces the one with its entity id. */
export async function putServiceProvider(
  db: Queryable,
  tenantId: string,
  sp: ServiceProvider,
  now: Date,
): Promise<void> {
  await db.run(sql`insert into auth.saml_service_provider (id, tenant_id, entity_id, acs_url, slo_url, certificate,
      created_at, updated_at)
    values (${newId()}, ${tenantId}, ${sp.entityId}, ${sp.acsUrl}, ${sp.sloUrl}, ${sp.certificate}, ${now}, ${now})
    on conflict on constraint saml_service_provider_key do update set acs_url = excluded.acs_url,
      slo_url = excluded.slo_url, certificate = excluded.certificate, updated_at = excluded.updated_at`);
}

/** @param entityId null for all @returns how many were there */
export function deleteServiceProviders(
  db: Queryable,
  tenantId: string,
  entityId: string | null,
): Promise<number> {
  return db.run(sql`delete from auth.saml_service_provider
    where tenant_id = ${tenantId} and (${entityId}::text is null or entity_id = ${entityId}::text)`);
}

export function findIdentityProvider(db: Queryable, tenantId: string): Promise<IdentityProvider | null> {
  return db.maybeOne<IdentityProvider>(sql`select entity_id as "entityId", sso_url as "ssoUrl", certificates, domains
    from auth.saml_identity_provider where tenant_id = ${tenantId}`);
}

/** A tenant has one; another takes its place. */
export async function putIdentityProvider(
  db: Queryable,
  tenantId: string,
  idp: IdentityProvider,
  now: Date,
): Promise<void> {
  await deleteIdentityProvider(db, tenantId);
  await db.run(sql`insert into auth.saml_identity_provider (id, tenant_id, entity_id, sso_url, certificates, domains,
      created_at, updated_at)
    values (${newId()}, ${tenantId}, ${idp.entityId}, ${idp.ssoUrl}, ${idp.certificates}, ${idp.domains}, ${now},
      ${now})`);
}

/** @returns how many were there */
export function deleteIdentityProvider(db: Queryable, tenantId: string): Promise<number> {
  return db.run(sql`delete from auth.saml_identity_provider where tenant_id = ${tenantId}`);
}
