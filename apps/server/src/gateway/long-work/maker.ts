import { AppError } from '@stint/domain/errors.ts';
import { roleBehind } from '@stint/domain/workspace/own-credential.ts';
import { type Ability, type Actor, can, keepsReach, scopeOf } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { Standings } from '../access/standings.ts';

/** What its maker might do and see when some work ran. */
export type MadeAs = {
  actor: Actor;
  /** Projects they managed and people whose approver they were, where their sight ended there. */
  projectIDs: string[];
  teamMemberIDs: string[];
};

type Maker = {
  publicId: string;
  teamMemberID: string;
  createEditProjects: boolean;
  createEditClientsActivities: boolean;
  createEditTime: boolean;
  editorsSeeBillRates: boolean;
};

/** Asks the tenant of some work: in a transaction of its own, or in the one that its caller is in. */
export type AskTenant = <Answer>(ask: (tx: Queryable) => Promise<Answer>) => Promise<Answer>;

/**
 * The person behind some work, with the rights of now, or null when nobody stands behind it any more: it is a credential of
 * theirs that acts while they are away (decision 018).
 */
export async function findMaker(
  standings: Standings,
  askTenant: AskTenant,
  work: { tenantId: string; createdBy: string | null; createdAt: Date },
): Promise<MadeAs | null> {
  const { tenantId, createdBy, createdAt } = work;
  if (createdBy === null) return null;
  const row = await askTenant((tx) =>
    tx.maybeOne<Maker>(sql`select t.public_id as "publicId", m.id as "teamMemberID", m.create_edit_projects as "createEditProjects",
        m.create_edit_clients_activities as "createEditClientsActivities", m.create_edit_time as "createEditTime",
        t.editors_see_bill_rates as "editorsSeeBillRates"
      from app.team_member m join app.tenant t on t.tenant_id = ${tenantId}
      where m.tenant_id = ${tenantId} and m.user_id = ${createdBy}`),
  );
  const { standing } = await standings.get(createdBy);
  const role = row && roleBehind({ kind: 'job', madeAt: createdAt }, standing, row.publicId);
  if (!row || !role) return null;
  const { publicId: _publicId, ...rights } = row;
  return withReach(askTenant, tenantId, { ...rights, role });
}

async function withReach(askTenant: AskTenant, tenantId: string, actor: Actor): Promise<MadeAs> {
  if (scopeOf(actor, 'report.see') === 'all') return { actor, projectIDs: [], teamMemberIDs: [] };
  return askTenant(async (tx) => ({
    actor,
    projectIDs: await idsOf(
      tx,
      sql`select id from app.project where tenant_id = ${tenantId} and manager_id = ${actor.teamMemberID} order by id`,
    ),
    teamMemberIDs: await idsOf(
      tx,
      sql`select id from app.team_member where tenant_id = ${tenantId} and approver_id = ${actor.teamMemberID} order by id`,
    ),
  }));
}

async function idsOf(tx: Queryable, statement: ReturnType<typeof sql>): Promise<string[]> {
  return (await tx.rows<{ id: string }>(statement)).map(({ id }) => id);
}

/** @throws AppError `forbidden` where the maker may no longer do this, or now sees less than when it was made */
export function requireSameReach(
  now: MadeAs | null,
  { ability, madeAs }: { ability: Ability; madeAs: MadeAs | null },
): MadeAs {
  const seesAll = now !== null && scopeOf(now.actor, 'report.see') === 'all';
  const keeps =
    now !== null &&
    can(now.actor, ability) &&
    (madeAs === null ||
      (keepsReach(madeAs.actor, now.actor) &&
        (seesAll ||
          (madeAs.projectIDs.every((id) => now.projectIDs.includes(id)) &&
            madeAs.teamMemberIDs.every((id) => now.teamMemberIDs.includes(id))))));
  if (keeps) return now;
  throw new AppError('forbidden', {
    message: 'Whoever began this may no longer do it, so it was stopped. Somebody who may can begin again.',
  });
}
