import { NameLines } from '@stint/domain/workspace/name-lines.ts';
import type { Pickable } from '@stint/domain/workspace/picker.ts';
import { SECOND_MS } from '@stint/domain/time/units.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { Ids } from '../totals/ids.ts';

/** What somebody may pick in a workspace, as of one version of its catalogue. */
export type PickableOfWorkspace = Pickable & {
  projectIds: Ids;
  activityIds: Ids;
  /** Of each project one where everybody sees it, else zero. */
  arePublic: Uint8Array;
};

/** What is picked from, kept by the version of the catalogue: each write of a name or a list raises it in its own transaction. */
export type Pickables = {
  /** @param tx one moment, in which `version` was read */
  get(tx: Transaction, tenantId: string, version: number): Promise<PickableOfWorkspace>;
};

/** Bounds what nobody raises a version for: changes by hand in the database. */
const KEPT_MS = 60 * SECOND_MS;

/** Of what PostgreSQL sent, for all workspaces together; the largest of which we know sends 2 MiB, a usual one some kilobytes. */
const MOST_BYTES = 16 * 1024 * 1024;

type Kept = { version: number; until: number; bytes: number; pickable: PickableOfWorkspace };

export function createPickables({ clock }: { clock: Clock }): Pickables {
  // In the order of their last use.
  const kept = new Map<string, Kept>();
  let bytes = 0;

  function drop(tenantId: string): void {
    bytes -= kept.get(tenantId)?.bytes ?? 0;
    kept.delete(tenantId);
  }

  return {
    async get(tx, tenantId, version) {
      const now = clock.now().getTime();
      const known = kept.get(tenantId);
      const isHeld = known?.version === version && known.until > now;
      const next = isHeld ? known : { version, until: now + KEPT_MS, ...(await readPickable(tx, tenantId)) };
      drop(tenantId);
      kept.set(tenantId, next);
      bytes += next.bytes;
      for (const [oldest] of kept) if (bytes > MOST_BYTES) drop(oldest);
      return next.pickable;
    },
  };
}

async function readPickable(
  tx: Transaction,
  tenantId: string,
): Promise<{ bytes: number; pickable: PickableOfWorkspace }> {
  // Put together in the order of the rows below: to have it sorted here would cost more than all the rest.
  const together = sql`string_agg(replace(x.names, E'\\n', ' '), E'\\n') as names, string_agg(uuid_send(x.id), ''::bytea) as ids,
      string_agg(case when x.flag then '\\x01'::bytea else '\\x00'::bytea end, ''::bytea) as flags`;
  const [row = []] = await tx.copied(sql`
    select p.names, p.ids, p.flags, a.names, a.ids, a.flags, l.pairs
    from (select ${together} from (
        select p.id, p.search_name || ' ' || coalesce(c.name, '') as names, p.visibility = 'public' as flag
        from app.project p left join (select c.id, lower(c.name) as name from app.client c where c.tenant_id = ${tenantId} offset 0) c on c.id = p.client_id
        where p.tenant_id = ${tenantId} and p.archived_at is null and p.deleted_at is null order by p.sort_name, p.id) x) p
      cross join (select ${together} from (
        select a.id, a.search_name as names, a.is_global as flag from app.activity a
        where a.tenant_id = ${tenantId} and a.archived_at is null and a.deleted_at is null order by a.order_key, a.id) x) a
      cross join (select string_agg(uuid_send(l.project_id) || uuid_send(l.activity_id), ''::bytea) as pairs
        from app.project_activity l where l.tenant_id = ${tenantId}) l`);
  const fields = row.map((field) => field ?? Buffer.alloc(0));
  const [projects, projectIds, arePublic, activities, activityIds, areGlobal, pairs] = fields as Seven;
  const ids = { projectIds: idsOf(projectIds), activityIds: idsOf(activityIds) };
  const pickable = {
    ...ids,
    projects: new NameLines(projects.toString()),
    activities: new NameLines(activities.toString()),
    areGlobal: new Uint8Array(areGlobal),
    listed: listedOf(pairs, ids),
    arePublic: new Uint8Array(arePublic),
  };
  return { bytes: fields.reduce((sum, { length }) => sum + length, 0), pickable };
}

type Seven = [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];

/** Their numbers are their places. */
function idsOf(bytes: Buffer): Ids {
  const ids = new Ids();
  ids.numbersOf(bytes);
  return ids;
}

/** @param pairs ids of a project and an activity; a project that lists nothing but what is archived has a list, an empty one */
function listedOf(
  pairs: Buffer,
  { projectIds, activityIds }: Pick<PickableOfWorkspace, 'projectIds' | 'activityIds'>,
): Map<number, number[]> {
  const listed = new Map<number, number[]>();
  for (let at = 0; at < pairs.length; at += 2 * ID) {
    const project = projectIds.findNumber(pairs.subarray(at, at + ID));
    if (project === null) continue;
    const list = listed.get(project) ?? [];
    const activity = activityIds.findNumber(pairs.subarray(at + ID, at + 2 * ID));
    if (activity !== null) list.push(activity);
    listed.set(project, list);
  }
  for (const list of listed.values()) list.sort((one, other) => one - other);
  return listed;
}

/** Bytes of an id. */
const ID = 16;
