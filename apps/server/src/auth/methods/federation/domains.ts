import { resolveTxt as resolveWithSystem } from 'node:dns/promises';
import { parseEmail } from '@stint/domain/auth/email.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database.ts';
import { newSecret } from '../../../platform/secrets.ts';
import { sql } from '../../../platform/sql.ts';
import type { ResolveTxt } from '../../model/foundation.ts';

export type DomainRow = { domain: string; challenge: string; provenAt: Date | null };

const recordPrefix = 'latchkey-domain=';

/** Asks the system's name server. @throws AppError `upstream_failed` when it does not answer */
export const resolveTxtWithSystem: ResolveTxt = async (name) => {
  try {
    return (await resolveWithSystem(name)).map((parts) => parts.join(''));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw new AppError('upstream_failed', { cause });
  }
};

/** The TXT record that proves a domain. */
export function domainRecord({ domain, challenge }: DomainRow): { name: string; value: string } {
  return { name: `_latchkey.${domain}`, value: recordPrefix + challenge };
}

/** A domain as people type it. @throws AppError `validation_failed` */
export function parseDomain(text: string): string {
  const parsed = parseEmail(`x@${text.trim()}`);
  if (parsed.ok) return parsed.norm.slice(2);
  throw new AppError('validation_failed', { message: 'Enter a domain such as example.com.' });
}

/** Adds a domain with a challenge of its own; one that is there already is left as it is. */
export async function addDomain(
  db: Queryable,
  tenantId: string,
  domain: string,
  now: Date,
): Promise<DomainRow> {
  return db.one<DomainRow>(sql`insert into auth.tenant_domain (tenant_id, domain, challenge, created_at)
    values (${tenantId}, ${domain}, ${newSecret()}, ${now})
    on conflict (tenant_id, domain) do update set domain = excluded.domain
    returning domain, challenge, proven_at as "provenAt"`);
}

/** Looks for the record and notes when it was found; a record that is gone ends the proof. */
export async function proveDomain(
  { resolveTxt, clock }: { resolveTxt: ResolveTxt; clock: Clock },
  db: Queryable,
  tenantId: string,
  row: DomainRow,
): Promise<DomainRow> {
  const { name, value } = domainRecord(row);
  const isThere = (await resolveTxt(name)).includes(value);
  return db.one<DomainRow>(sql`update auth.tenant_domain
    set proven_at = case when ${isThere} then coalesce(proven_at, ${clock.now()}) end
    where tenant_id = ${tenantId} and domain = ${row.domain}
    returning domain, challenge, proven_at as "provenAt"`);
}

export function listDomains(db: Queryable, tenantId: string): Promise<DomainRow[]> {
  return db.rows<DomainRow>(sql`select domain, challenge, proven_at as "provenAt" from auth.tenant_domain
    where tenant_id = ${tenantId} order by domain`);
}

/** @returns false where the tenant has no such domain */
export async function deleteDomain(db: Queryable, tenantId: string, domain: string): Promise<boolean> {
  const touched = await db.run(
    sql`delete from auth.tenant_domain where tenant_id = ${tenantId} and domain = ${domain}`,
  );
  return touched > 0;
}

/** Whether a tenant has proven the domain of an address: that very domain, not its parents. */
export async function isDomainProven(db: Queryable, tenantId: string, emailNorm: string): Promise<boolean> {
  const domain = emailNorm.slice(emailNorm.lastIndexOf('@') + 1);
  const row = await db.maybeOne(sql`select 1 as one from auth.tenant_domain
    where tenant_id = ${tenantId} and domain = ${domain} and proven_at is not null`);
  return row !== null;
}
