import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { Realm } from '../../model/realm.ts';

/** A request on its way: of a service provider to us, or of ours to a tenant's identity provider. */
type PendingPayloads = {
  /** A service provider waits for an answer while the person signs in here. */
  'idp-login': {
    spEntityId: string;
    requestId: string;
    relayState: string | null;
    nameIdFormat: string | null;
  };
  'idp-logout': { spEntityId: string; requestId: string; relayState: string | null };
  /** We wait for the answer of a tenant's identity provider. */
  'sp-login': {
    origin: string;
    redirect: string | null;
    idpEntityId: string;
    link?: { userId: string; sessionId: string };
  };
};
export type PendingKind = keyof PendingPayloads;

const minute = 60_000;
const lives: Record<PendingKind, number> = {
  // A person may have to sign in with two factors first.
  'idp-login': 15 * minute,
  'idp-logout': 15 * minute,
  'sp-login': 5 * minute,
};

export type Pending<Kind extends PendingKind> = { id: string; realm: Realm; payload: PendingPayloads[Kind] };

/** Keeps a request, tied to one browser. */
export async function savePending<Kind extends PendingKind>(
  db: Queryable,
  kind: Kind,
  request: Pending<Kind> & { tenantId: string; browserHash: Buffer },
  now: Date,
): Promise<void> {
  const { id, realm, tenantId, payload, browserHash } = request;
  await db.run(sql`insert into auth.saml_request (id, root_tenant_id, mode, tenant_id, kind, payload, browser_hash,
      expires_at, created_at)
    values (${id}, ${realm.rootTenantId}, ${realm.mode}, ${tenantId}, ${kind}, ${JSON.stringify(payload)},
      ${browserHash}, ${new Date(now.getTime() + lives[kind])}, ${now})`);
}

type Row<Kind extends PendingKind> = Realm & { id: string; payload: PendingPayloads[Kind] };

/** The open request of a browser, the newest where no id is given; null for another browser's, used and ended ones. */
export async function findPending<Kind extends PendingKind>(
  db: Queryable,
  kind: Kind,
  of: { tenantId: string; browserHash: Buffer; id?: string },
  now: Date,
): Promise<Pending<Kind> | null> {
  const id = of.id ?? null;
  const row = await db.maybeOne<Row<Kind>>(sql`select id, root_tenant_id as "rootTenantId", mode, payload
    from auth.saml_request
    where tenant_id = ${of.tenantId} and kind = ${kind} and browser_hash = ${of.browserHash} and used_at is null
      and expires_at > ${now} and (${id}::text is null or id = ${id}::text)
    order by created_at desc limit 1`);
  if (!row) return null;
  const { rootTenantId, mode } = row;
  return { id: row.id, realm: { rootTenantId, mode }, payload: row.payload };
}

/** Uses a request up. @returns false when another answer was first */
export async function spendPending(db: Queryable, id: string, now: Date): Promise<boolean> {
  const touched = await db.run(
    sql`update auth.saml_request set used_at = ${now} where id = ${id} and used_at is null`,
  );
  return touched === 1;
}

/** Notes that an assertion was used (security 9). @returns false when it was used before */
export async function spendAssertion(
  db: Queryable,
  assertion: { tenantId: string; issuer: string; id: string; usableUntil: Date },
): Promise<boolean> {
  const added = await db.run(sql`insert into auth.saml_assertion (tenant_id, issuer, assertion_id, expires_at)
    values (${assertion.tenantId}, ${assertion.issuer}, ${assertion.id}, ${assertion.usableUntil})
    on conflict (tenant_id, issuer, assertion_id) do nothing`);
  return added === 1;
}
