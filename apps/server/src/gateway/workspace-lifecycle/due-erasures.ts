import { HOUR_MS } from '@stint/domain/time/units.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ForgottenList } from '../../platform/forgotten.ts';
import { sql } from '../../platform/sql.ts';
import type { GatewayDeps } from '../context.ts';
import type { JobRegion, PeriodicTask } from '../jobs/worker.ts';
import { insertSaga, type NewSaga } from '../sagas/saga.ts';
import { deletionDay } from './closing-sagas.ts';
import { setWorkspaceState } from './queries.ts';

export function dueErasures({ clock, forgotten }: Pick<GatewayDeps, 'clock' | 'forgotten'>): PeriodicTask {
  return {
    name: 'erasures',
    everyMs: HOUR_MS,
    async run(region) {
      if (forgotten) {
        await deleteReturned(clock, region, forgotten);
        await repeatLostWishes(clock, region, forgotten);
      }
      await beginDueErasures(clock, region);
    },
  };
}

/** Workspaces that were erased before, and have come back by a restore, are due for it again at once. */
export async function deleteReturned(
  clock: Clock,
  { database }: Pick<JobRegion, 'database'>,
  forgotten: ForgottenList,
): Promise<void> {
  const noted = (await forgotten.list()).flatMap(({ what }) =>
    what.kind === 'workspace' ? [what.publicId] : [],
  );
  if (noted.length === 0) return;
  const returned = await database.rows<{ tenantId: string; publicId: string }>(sql`
    select d.tenant_id as "tenantId", d.public_id as "publicId" from app.workspace_directory d
    where d.public_id = any(${noted}::text[]) and not exists (select from app.workspace_saga s
      where s.tenant_id = d.tenant_id and s.kind = 'erase' and s.state = 'running')`);
  for (const workspace of returned) {
    const now = clock.now();
    const state = { status: 'deleting', archivedAt: now, deleteAfter: now } as const;
    await database.withTenant(workspace.tenantId, (tx) => setWorkspaceState(tx, workspace, state, now));
  }
}

type Wish = { kind: 'deletion' | 'restored'; at: Date };
type Place = { tenantId: string; publicId: string; status: string; updatedAt: Date };
export type LostWish = Place & Wish;

/**
 * What was last asked for a workspace, its deletion or that it stays, and a restore lost: the place was not changed since, and
 * says otherwise.
 */
export async function findLostWishes(
  { database }: Pick<JobRegion, 'database'>,
  forgotten: ForgottenList,
): Promise<LostWish[]> {
  const wishes = new Map<string, Wish>();
  for (const { what, at } of await forgotten.list())
    if (what.kind === 'deletion' || what.kind === 'restored')
      wishes.set(what.publicId, { kind: what.kind, at });
  if (wishes.size === 0) return [];
  const places = await database.rows<Place>(sql`
    select d.tenant_id as "tenantId", d.public_id as "publicId", d.status, d.updated_at as "updatedAt"
    from app.workspace_directory d
    where d.public_id = any(${[...wishes.keys()]}::text[]) and d.status in ('active', 'archived', 'deleting')
      and not exists (select from app.workspace_saga s where s.tenant_id = d.tenant_id and s.state = 'running')`);
  return places
    .map((place) => ({ ...place, ...(wishes.get(place.publicId) as Wish) }))
    .filter(
      ({ status, updatedAt, kind, at }) =>
        updatedAt < at && (status === 'deleting') !== (kind === 'deletion'),
    );
}

/** What a restore lost is done again, on both sides. */
export async function repeatLostWishes(
  clock: Clock,
  region: Pick<JobRegion, 'database'>,
  forgotten: ForgottenList,
): Promise<void> {
  for (const { tenantId, publicId, kind, at } of await findLostWishes(region, forgotten)) {
    const place = { tenantId, publicId, userId: null };
    await insertSaga(region.database, clock, kind === 'deletion' ? deleting(place, at) : restoring(place));
  }
}

type SagaPlace = { tenantId: string; publicId: string; userId: null };

function restoring(place: SagaPlace): NewSaga {
  return { ...place, kind: 'restore', payload: {}, firstStep: 'rows' };
}

function deleting(place: SagaPlace, askedAt: Date): NewSaga {
  const deleteAfter = deletionDay(askedAt).toISOString();
  return { ...place, kind: 'delete', payload: { deleteAfter }, firstStep: 'provider-tenant' };
}

/** Begins the erasure of a region's workspaces whose 30 days are over; asking again changes nothing. */
export async function beginDueErasures(
  clock: Clock,
  { database }: Pick<JobRegion, 'database'>,
): Promise<void> {
  const waiting = await database.rows<{ tenantId: string; publicId: string }>(sql`
    select d.tenant_id as "tenantId", d.public_id as "publicId" from app.workspace_directory d
    where d.status = 'deleting' and not exists (select from app.workspace_saga s
      where s.tenant_id = d.tenant_id and s.kind = 'erase' and s.state = 'running')`);
  for (const workspace of waiting) {
    const isDue = await database.withTenant(workspace.tenantId, (tx) =>
      tx.maybeOne(sql`select 1 as one from app.tenant
        where tenant_id = ${workspace.tenantId} and delete_after <= ${clock.now()}`),
    );
    if (!isDue) continue;
    await insertSaga(database, clock, {
      ...workspace,
      kind: 'erase',
      userId: null,
      payload: {},
      firstStep: 'still-due',
    });
  }
}
