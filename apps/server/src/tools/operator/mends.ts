import { splitName } from '@stint/domain/person-name.ts';
import type { Role } from '@stint/domain/workspace/roles.ts';
import { applyStanding } from '../../gateway/people/apply.ts';
import type { WorkspaceProvider } from '../../gateway/provider/client.ts';
import { writeAudit } from '../../gateway/shared/audit.ts';
import { bumpCatalog } from '../../gateway/shared/sql-json.ts';
import { deletionDay } from '../../gateway/workspace-lifecycle/closing-sagas.ts';
import type { LostWish } from '../../gateway/workspace-lifecycle/due-erasures.ts';
import { setWorkspaceState, updateWorkspace } from '../../gateway/workspace-lifecycle/queries.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { StartError } from '../../platform/start-error.ts';
import type { Place, Seat } from './sides.ts';

/** What makes one side of a workspace say what the other does, each by its own ways: audited, told to whoever listens. */
export type Mends = ReturnType<typeof mendsOf>;

type Side = { code: string; database: Database; provider: WorkspaceProvider };
export type Address = { name: string; slug: string };
/** Nothing where the address stays. */
type Move = Partial<Address>;
type State = 'active' | 'archived' | 'deleting';

export function mendsOf({ code, database, provider }: Side, place: Place) {
  const { tenantId, publicId } = place;
  return {
    /** Null leaves the state as it is. */
    changeHere({ state, ...move }: Move & { state: State | null }, now: Date): Promise<void> {
      const archivedAt = state === 'active' ? null : now;
      // Nothing is erased at once, whatever went wrong before.
      const deleteAfter = state === 'deleting' ? deletionDay(now) : null;
      return database.withTenant(tenantId, async (tx) => {
        if (state) await setWorkspaceState(tx, place, { status: state, archivedAt, deleteAfter }, now);
        await updateWorkspace(tx, place, move, now);
      });
    },
    changeAtProvider: (change: Move & { status?: 'active' | 'archived' }) =>
      provider.updateTenant(publicId, change),
    /** What was asked for and a restore lost is done on both sides, with the day that was told. */
    async grant(
      { kind, at }: LostWish,
      { toProvider, toRegion }: { toProvider: Move; toRegion: Move },
      now: Date,
    ): Promise<void> {
      const isDeletion = kind === 'deletion';
      await provider.updateTenant(publicId, { ...toProvider, status: isDeletion ? 'archived' : 'active' });
      const state = isDeletion
        ? ({ status: 'deleting', archivedAt: now, deleteAfter: deletionDay(at) } as const)
        : ({ status: 'active', archivedAt: null, deleteAfter: null } as const);
      await database.withTenant(tenantId, async (tx) => {
        await setWorkspaceState(tx, place, state, now);
        await updateWorkspace(tx, place, toRegion, now);
      });
    },
    setRoles: (userId: string, roles: string[]) => provider.setRoles(publicId, userId, roles),
    /** Null ends the membership; hours stay, and so does the name. */
    takeRole: (userId: string, role: Role | null, now: Date) =>
      applyStanding(database, tenantId, {
        userUuid: userId,
        role,
        isGone: false,
        since: null,
        tokensValidFrom: null,
        askedAt: now,
        now,
      }),
    async seat(userId: string, role: Role, now: Date): Promise<void> {
      const person = await provider.findUser(userId);
      if (person)
        await database.withTenant(tenantId, (tx) => takeSeat(tx, tenantId, { ...person, role }, now));
    },
    /** Closed to everybody until it is whole; done again it goes on. */
    async makeAtProvider(
      { name, slug, status }: Address & { status: string },
      owner: Seat,
      members: readonly Seat[],
    ): Promise<void> {
      const made = await provider.createTenant({
        uuid: tenantId,
        name,
        slug,
        regionCode: code,
        ownerUserUuid: owner.userId,
      });
      // Its id is made from the region's own; one that came in a workspace zip of another installation has another.
      if (made !== publicId) {
        await provider.deleteTenant(made);
        throw new StartError(
          `The provider cannot make ${publicId} again: restore it to a moment at which it had it.`,
        );
      }
      for (const { userId, role, isKnown } of members)
        if (isKnown && userId !== owner.userId) await provider.setRoles(publicId, userId, [role]);
      await provider.updateTenant(publicId, { status: status === 'active' ? 'active' : 'archived' });
    },
  };
}

type Person = { userUuid: string; email: string | null; name: string | null; role: Role };

/** The seat that they had, or that waits for their address, or a new one. */
async function takeSeat(
  tx: Transaction,
  tenantId: string,
  { userUuid, email, name, role }: Person,
  now: Date,
): Promise<void> {
  const seat = await tx.maybeOne<{ id: string }>(sql`select id from app.team_member
    where tenant_id = ${tenantId}
      and (user_id = ${userUuid} or (user_id is null and email_norm = ${email?.trim().toLowerCase() ?? null}))
    order by user_id nulls last limit 1 for update`);
  const id = seat?.id ?? newId();
  const { firstName, lastName } = splitName(name ?? email?.split('@')[0] ?? 'Member');
  await tx.run(sql`insert into app.team_member (tenant_id, id, user_id, email, first_name, last_name, role, status,
      role_updated_at, created_at, updated_at)
    values (${tenantId}, ${id}, ${userUuid}, ${email}, ${firstName}, ${lastName}, ${role}, 'active', ${now}, ${now}, ${now})
    on conflict (tenant_id, id) do update set user_id = excluded.user_id, role = excluded.role, status = 'active',
      archived_at = null, role_updated_at = excluded.role_updated_at, updated_at = excluded.updated_at,
      version = app.team_member.version + 1`);
  await bumpCatalog(tx, tenantId);
  const line = { entity: 'teamMember', entityId: id, action: seat ? 'restored' : 'created' } as const;
  await writeAudit(tx, { tenantId, at: now, actorId: null, actorKind: 'operator' }, [
    { ...line, after: { role } },
  ]);
}
