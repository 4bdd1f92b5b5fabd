import { type Pick, pick } from '@stint/domain/workspace/picker.ts';
import { type Actor, scopeOf } from '@stint/domain/workspace/permissions.ts';
import type { Transaction } from '../../platform/database.ts';
import { type JsonText, toJsonText } from '../../platform/json-text.ts';
import { sql } from '../../platform/sql.ts';
import type { Answer } from '../shared/answer.ts';
import { jsonObject, listJson } from '../shared/json-sql.ts';
import { searchForgiving } from '../shared/spelling.ts';
import type { Ids } from '../totals/ids.ts';
import type { PickableOfWorkspace, Pickables } from './pickable.ts';
import { ownProjects } from './queries.ts';

export type PickerQuery = { q?: string | undefined; size?: number | undefined; memberId: string };

type PickerRow = Answer<'GET /Projects/Picker'>[number];

const pickerRow = jsonObject<PickerRow>({
  projectID: 'x.project_id',
  projectName: 'p.name',
  clientName: 'c.name',
  color: 'p.color',
  activityID: 'x.activity_id',
  activityName: 'a.name',
  isBillable: 'p.is_billable and coalesce(a.billable_default, true)',
  isFavourite: 'x.is_favourite',
  lastUsedDate: 'x.used_on',
});

/** Rows as the picker of one member has them. */
const usualSize = 30;

/**
 * Rows for the picker, one per project and usable activity (`pick`); where none has the words, those with words spelt nearly so.
 * What there is to pick from comes from memory, what is the member's own and the rows that are answered from the database.
 * @param tx one moment
 */
export async function pickerRows(
  tx: Transaction,
  { tenantId, actor, pickables }: { tenantId: string; actor: Actor; pickables: Pickables },
  { q = '', size = usualSize, memberId }: PickerQuery,
): Promise<JsonText<PickerRow[]>> {
  const { version, known, own } = await readOwn(tx, { tenantId, actor, memberId });
  const from = await pickables.get(tx, tenantId, version);
  const places = new Set(own.map((id) => placeOf(from.projectIds, id)));
  const isSeen =
    scopeOf(actor, 'project.see') === 'all'
      ? () => true
      : (project: number) => from.arePublic[project] === 1 || places.has(project);
  const picks = known.flatMap((row) => pickOf(from, row));
  const { rows } = await searchForgiving(q, {
    find: async (words) => pick(from, { words, size, known: picks, isSeen }),
    isEmpty: (found) => found.length === 0,
    names: async (words) => [
      ...from.projects.near(words, isSeen),
      ...from.activities.near(words, () => true),
    ],
  });
  return rows.length === 0 ? toJsonText<PickerRow[]>([]) : readRows(tx, tenantId, from, rows);
}

/** A favourite, or what was used lately. */
type Known = { projectID: string; activityID: string | null; isFavourite: boolean; usedDate: string | null };

/** What of the picker is a member's own; the projects that are theirs are those of who asks. */
function readOwn(
  tx: Transaction,
  { tenantId, actor, memberId }: { tenantId: string; actor: Actor; memberId: string },
): Promise<{ version: number; known: Known[]; own: string[] }> {
  return tx.one(sql`
    with recent as materialized (
      select e.project_id, e.activity_id, max(e.work_on) as used_on from app.timesheet_entry e
      where e.tenant_id = ${tenantId} and e.team_member_id = ${memberId} and e.deleted_at is null and e.work_on > now()::date - 60
      group by e.project_id, e.activity_id
    ), known as (
      select coalesce(f.project_id, r.project_id) as "projectID", coalesce(f.activity_id, r.activity_id) as "activityID",
        f.project_id is not null as "isFavourite", r.used_on as "usedDate"
      from (select v.project_id, v.activity_id from app.favourite v where v.tenant_id = ${tenantId} and v.team_member_id = ${memberId}) f
        full join recent r on r.project_id = f.project_id and r.activity_id is not distinct from f.activity_id
    )
    select t.catalog_version as version, (select coalesce(json_agg(k order by k."activityID"), '[]') from known k) as known,
      (${ownProjects(tenantId, actor)}) as own
    from app.tenant t where t.tenant_id = ${tenantId}`);
}

/** Nothing where one of them is not to be picked any more. */
function pickOf({ projectIds, activityIds }: PickableOfWorkspace, row: Known): Pick[] {
  const { projectID, activityID, isFavourite, usedDate } = row;
  const project = placeOf(projectIds, projectID);
  const activity = activityID === null ? null : placeOf(activityIds, activityID);
  if (project === null || (activityID !== null && activity === null)) return [];
  return [{ project, activity, isFavourite, usedDate }];
}

function placeOf(ids: Ids, id: string): number | null {
  return ids.findNumber(Buffer.from(id.replaceAll('-', ''), 'hex'));
}

function readRows(
  tx: Transaction,
  tenantId: string,
  { projectIds, activityIds }: PickableOfWorkspace,
  picks: readonly Pick[],
): Promise<JsonText<PickerRow[]>> {
  const projects = picks.map(({ project }) => projectIds.idOf(project));
  const activities = picks.map(({ activity }) => (activity === null ? null : activityIds.idOf(activity)));
  return listJson(
    tx,
    pickerRow,
    'x.place',
    (text) => sql`
    select ${text}
    from unnest(${projects}::uuid[], ${activities}::uuid[], ${picks.map(({ isFavourite }) => isFavourite)}::boolean[],
        ${picks.map(({ usedDate }) => usedDate)}::date[]) with ordinality x (project_id, activity_id, is_favourite, used_on, place)
      join app.project p on p.tenant_id = ${tenantId} and p.id = x.project_id
      left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
      left join app.activity a on a.tenant_id = ${tenantId} and a.id = x.activity_id`,
  );
}
