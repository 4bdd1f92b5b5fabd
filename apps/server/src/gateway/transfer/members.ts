import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

type FileMember = {
  id: string;
  email?: string | null;
  user_id?: string | null;
  status?: string;
  approver_id?: string | null;
};

/**
 * People of a file, ready to be inserted: whoever is a member here already takes the id from the file and is left out;
 * all others become placeholders without a sign-in, to be invited later. Roles of members here stay as they are.
 */
export async function prepareMembers(tx: Transaction, tenantId: string, json: string): Promise<string> {
  const members = parse(json);
  const here = await tx.rows<{ id: string; userId: string | null; emailNorm: string | null }>(sql`
    select id, user_id as "userId", email_norm as "emailNorm" from app.team_member where tenant_id = ${tenantId}`);
  const others: FileMember[] = [];
  for (const member of members) {
    const email = member.email?.trim().toLowerCase() || null;
    const match = here.find(
      ({ userId, emailNorm }) =>
        (userId !== null && userId === member.user_id) || (email !== null && emailNorm === email),
    );
    if (match) await takeId(tx, tenantId, match.id, member.id);
    else
      others.push({
        ...member,
        user_id: null,
        status: member.status === 'archived' ? 'archived' : 'placeholder',
      });
  }
  return JSON.stringify(others);
}

/** Approvers are people of the same file, so they are set when all people are there. */
export async function setApprovers(tx: Transaction, tenantId: string, json: string): Promise<void> {
  const pairs = parse(json).filter((member) => member.approver_id);
  const slim = JSON.stringify(pairs.map(({ id, approver_id }) => ({ id, approver_id })));
  await tx.run(sql`update app.team_member m set approver_id = r.approver_id
    from json_to_recordset(${slim}) as r (id uuid, approver_id uuid)
    where m.tenant_id = ${tenantId} and m.id = r.id
      and exists (select from app.team_member a where a.tenant_id = ${tenantId} and a.id = r.approver_id)`);
}

/** An empty workspace has nothing that refers to its members, except what is kept for them alone and made anew. */
async function takeId(tx: Transaction, tenantId: string, from: string, to: string): Promise<void> {
  if (from === to) return;
  await tx.run(
    sql`delete from app.personal_token where tenant_id = ${tenantId} and team_member_id = ${from}`,
  );
  await tx.run(sql`delete from app.calendar_feed where tenant_id = ${tenantId} and team_member_id = ${from}`);
  await tx.run(sql`delete from app.event_feed where tenant_id = ${tenantId} and team_member_id = ${from}`);
  await tx.run(sql`delete from app.hidden_event where tenant_id = ${tenantId} and team_member_id = ${from}`);
  await tx.run(sql`delete from app.invitation where tenant_id = ${tenantId} and team_member_id = ${from}`);
  await tx.run(sql`update app.team_member set id = ${to} where tenant_id = ${tenantId} and id = ${from}`);
}

function parse(json: string): FileMember[] {
  try {
    return JSON.parse(json) as FileMember[];
  } catch (cause) {
    throw new AppError('file_invalid', { message: 'A line of tables/team_member.jsonl is not JSON.', cause });
  }
}
