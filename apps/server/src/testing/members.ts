import { sql } from '../platform/sql.ts';
import type { ProviderUnderTest } from './provider-under-test.ts';

export type Member = { userId: string; email: string; bearer: string; password: string };

let members = 0;

/** Somebody with a role in a child tenant, signed in at the root. */
export async function addMember(
  latchkey: ProviderUnderTest,
  tenantId: string,
  role: string,
  email = `${role}-${++members}@stint.example`,
): Promise<Member> {
  const { userId, accessToken, password } = await latchkey.addUser(email);
  await latchkey.db.owner.run(sql`insert into auth.membership
      (tenant_id, user_id, root_tenant_id, mode, roles, created_at, updated_at)
    select ${tenantId}::uuid, u.id, u.root_tenant_id, u.mode, ${[role]}, now(), now()
    from auth.user_account u where u.id = ${userId}`);
  latchkey.service.context.sessions.forget();
  return { userId, email, bearer: accessToken, password };
}

/** Roles of somebody in a tenant, or null. */
export async function rolesOf(
  latchkey: ProviderUnderTest,
  tenantId: string,
  userId: string,
): Promise<string[] | null> {
  const [row] = await latchkey.rows<{ roles: string[] }>(
    sql`select roles from auth.membership where tenant_id = ${tenantId} and user_id = ${userId}`,
  );
  return row?.roles ?? null;
}
