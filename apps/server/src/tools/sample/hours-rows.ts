import type { Cell, Copier } from './copy.ts';
import type { Random } from './random.ts';
import type { SampleMember, SampleWorkspace } from './workspace-rows.ts';

export type HoursShape = {
  /** Sunday that ends the newest week. */
  until: string;
  weeks: number;
  perDay: number;
  /** Entries altogether; the newest days of the last members go without where fewer than members x weeks x 5 x perDay. */
  entries: number;
  /** Weeks before the newest one that wait for approval, for every member. */
  pendingWeeks: number;
  /** How many of the projects and activities are really used. */
  usedProjects: number;
  usedActivities: number;
};

const dayMs = 24 * 60 * 60_000;
const comments = [
  '',
  '',
  '',
  'Weekly sync',
  'Review notes',
  'Prototype',
  'Client call',
  'Bug fixing',
  'Draft for feedback',
];

type Week = {
  member: SampleMember;
  weekEndDate: string;
  status: string;
  entries: Cell[][];
  total: number;
  billable: number;
};

/**
 * Writes the hours of a workspace: five working days a week, a few entries a day, older weeks approved, some waiting, the
 * newest open. Totals of the weeks are those of their entries. @returns number of entries
 */
export async function copyHours(
  copier: Copier,
  random: Random,
  workspace: SampleWorkspace,
  shape: HoursShape,
): Promise<number> {
  let entries = 0;
  for (const weeks of batches(makeWeeks({ random, workspace, shape }))) {
    await copier.rows(
      'app.timesheet_week',
      weekColumns,
      weeks.map((week) => weekRow(workspace, week)),
    );
    entries += await copier.rows('app.timesheet_entry', entryColumns, allEntries(weeks));
  }
  return entries;
}

const entriesPerBatch = 20_000;

/** Weeks in groups that fit into memory, whatever the size of the workspace. */
function* batches(weeks: Iterable<Week>): Generator<Week[]> {
  let batch: Week[] = [];
  let entries = 0;
  for (const week of weeks) {
    batch.push(week);
    entries += week.entries.length;
    if (entries < entriesPerBatch) continue;
    yield batch;
    [batch, entries] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

const weekColumns = [
  'tenant_id',
  'team_member_id',
  'week_end_on',
  'status',
  'submitted_at',
  'submitted_by',
  'decided_at',
  'decided_by',
  'total_minutes',
  'billable_minutes',
  'updated_at',
  'version',
];
/** Of an entry, in the order in which both kinds of made-up workspaces are copied in. */
export const entryColumns = [
  'tenant_id',
  'id',
  'team_member_id',
  'week_end_on',
  'work_on',
  'project_id',
  'activity_id',
  'minutes',
  'is_billable',
  'comment',
  'sort_order',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
];

/** What hours are made from. */
type Source = { random: Random; workspace: SampleWorkspace; shape: HoursShape };

function* makeWeeks(source: Source): Generator<Week> {
  const { workspace, shape } = source;
  let left = shape.entries;
  const lastSunday = Date.parse(`${shape.until}T00:00:00Z`);
  for (let index = 0; index < shape.weeks; index++) {
    const age = shape.weeks - 1 - index;
    const sunday = new Date(lastSunday - age * 7 * dayMs);
    const status = age === 0 ? 'open' : age <= shape.pendingWeeks ? 'pending' : 'approved';
    for (const member of workspace.members) {
      if (left <= 0) return;
      const week = makeWeek(source, { member, sunday, status, left });
      left -= week.entries.length;
      yield week;
    }
  }
}

function makeWeek(
  source: Source,
  { member, sunday, status, left }: { member: SampleMember; sunday: Date; status: string; left: number },
): Week {
  const weekEndDate = sunday.toISOString().slice(0, 10);
  const week: Week = { member, weekEndDate, status, entries: [], total: 0, billable: 0 };
  for (let day = 6; day >= 2; day--) {
    const date = new Date(sunday.getTime() - day * dayMs);
    for (let index = 0; index < source.shape.perDay && week.entries.length < left; index++) {
      addEntry(source, week, { date, index });
    }
  }
  return week;
}

function addEntry(
  { random, workspace, shape }: Source,
  week: Week,
  { date, index }: { date: Date; index: number },
): void {
  const project = workspace.projects[
    random.int(0, shape.usedProjects - 1)
  ] as SampleWorkspace['projects'][number];
  const activityId = workspace.activityIds[random.int(0, shape.usedActivities - 1)] as string;
  const minutes = random.int(2, 12) * 15;
  const at = new Date(date.getTime() + (9 + index) * 60 * 60_000);
  week.total += minutes;
  if (project.isBillable) week.billable += minutes;
  week.entries.push([
    workspace.tenantId,
    random.uuid(at),
    week.member.id,
    week.weekEndDate,
    date.toISOString().slice(0, 10),
    project.id,
    activityId,
    minutes,
    project.isBillable,
    random.pick(comments),
    index,
    at,
    week.member.userId,
    at,
    week.member.userId,
  ]);
}

function weekRow(
  { tenantId, members }: SampleWorkspace,
  { member, weekEndDate, status, total, billable }: Week,
): Cell[] {
  const submitted = new Date(Date.parse(`${weekEndDate}T18:00:00Z`));
  const decided = new Date(submitted.getTime() + dayMs);
  const isSent = status !== 'open';
  const isDecided = status === 'approved';
  const approver = members.find(({ id }) => id !== member.id) ?? member;
  return [
    tenantId,
    member.id,
    weekEndDate,
    status,
    isSent ? submitted : null,
    isSent ? member.userId : null,
    isDecided ? decided : null,
    isDecided ? approver.userId : null,
    total,
    billable,
    isDecided ? decided : submitted,
    isDecided ? 2 : isSent ? 1 : 0,
  ];
}

function* allEntries(weeks: Week[]): Generator<Cell[]> {
  for (const week of weeks) yield* week.entries;
}
