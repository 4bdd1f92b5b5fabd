import { createHash } from 'node:crypto';
import type { Cell, Copier } from '../sample/copy.ts';
import { entryColumns } from '../sample/hours-rows.ts';
import type { Random } from '../sample/random.ts';
import { at } from './days.ts';
import type { Line } from './hours.ts';
import { type Ids, idOf } from './ids.ts';
import type { Step, WeekPlan } from './weeks.ts';

type Entry = { id: string; line: Line; order: number };

/** Weeks with their entries, what was handed in, every step, and the audit of the steps. */
export async function copyWeeks(
  copier: Copier,
  random: Random,
  ids: Ids,
  weeks: WeekPlan[],
): Promise<number> {
  const { tenantId } = ids;
  const filled = weeks.map((week) => ({
    week,
    snapshotId: week.steps.length > 0 ? random.uuid((week.steps[0] as Step).at) : null,
    entries: week.lines.map(
      (line, order): Entry => ({ id: random.uuid(at(line.date, 17 * 60 + order)), line, order }),
    ),
  }));
  await copier.rows(
    'app.timesheet_week',
    weekColumns,
    filled.map((row) => weekRow(ids, row)),
  );
  const count = await copier.rows(
    'app.timesheet_entry',
    entryColumns,
    filled.flatMap(({ week, entries }) => entries.map((entry) => entryRow(ids, week, entry))),
  );
  const tagged = filled.flatMap(({ entries }) => entries).filter(({ line }) => line.tag !== null);
  await copier.rows(
    'app.entry_tag',
    ['tenant_id', 'entry_id', 'tag_id'],
    tagged.map(({ id, line }) => [tenantId, id, idOf(ids.tags, String(line.tag))]),
  );
  const sent = filled.filter(({ snapshotId }) => snapshotId !== null);
  await copier.rows(
    'app.week_snapshot',
    ['tenant_id', 'id', 'team_member_id', 'week_end_on', 'taken_at', 'entries', 'hash'],
    sent.map((row) => {
      const text = snapshotText(ids, row.entries);
      const last = row.week.steps.findLast(({ action }) => action === 'submit') as Step;
      return [
        tenantId,
        row.snapshotId,
        idOf(ids.members, row.week.person),
        row.week.weekEndDate,
        last.at,
        text,
        hashOf(text),
      ];
    }),
  );
  await copier.rows(
    'app.week_transition',
    transitionColumns,
    filled.flatMap((row) => row.week.steps.map((step) => transitionRow(random, ids, row, step))),
  );
  await copier.rows(
    'app.audit_event',
    auditColumns,
    filled.flatMap((row) => row.week.steps.map((step) => auditRow(random, ids, row, step))),
  );
  return count;
}

type Filled = { week: WeekPlan; snapshotId: string | null; entries: Entry[] };

const weekColumns = [
  'tenant_id',
  'team_member_id',
  'week_end_on',
  'status',
  'submitted_at',
  'submitted_by',
  'decided_at',
  'decided_by',
  'reason',
  'lines',
  'total_minutes',
  'billable_minutes',
  'snapshot_id',
  'snapshot_hash',
  'updated_at',
  'version',
];

function weekRow(ids: Ids, { week, snapshotId, entries }: Filled): Cell[] {
  const submit = week.steps.findLast(({ action }) => action === 'submit');
  const last = week.steps.at(-1);
  const decision = last && last.action !== 'submit' ? last : undefined;
  const hash = snapshotId ? hashOf(snapshotText(ids, entries)) : null;
  return [
    ids.tenantId,
    idOf(ids.members, week.person),
    week.weekEndDate,
    week.status,
    submit?.at ?? null,
    submit ? idOf(ids.users, submit.by) : null,
    decision?.at ?? null,
    decision ? idOf(ids.users, decision.by) : null,
    decision?.reason ?? null,
    flaggedLines(week, entries),
    ...totals(week),
    snapshotId,
    hash,
    last?.at ?? at(week.weekEndDate, 0),
    week.steps.length,
  ];
}

function flaggedLines({ flagged }: WeekPlan, entries: Entry[]): string {
  return JSON.stringify(
    flagged.map((index) => ({ timesheetID: entries[index]?.id, note: 'Please check this line.' })),
  );
}

function totals({ lines }: WeekPlan): [number, number] {
  const sum = (some: Line[]) => some.reduce((minutes, line) => minutes + line.minutes, 0);
  return [sum(lines), sum(lines.filter(({ isBillable }) => isBillable))];
}

function entryRow(ids: Ids, week: WeekPlan, { id, line, order }: Entry): Cell[] {
  const when = at(line.date, 17 * 60 + order);
  const user = idOf(ids.users, week.person);
  return [
    ids.tenantId,
    id,
    idOf(ids.members, week.person),
    week.weekEndDate,
    line.date,
    idOf(ids.projects, line.project),
    idOf(ids.activities, line.activity),
    line.minutes,
    line.isBillable,
    line.comment,
    order,
    when,
    user,
    when,
    user,
  ];
}

/** What was handed in, in the form in which a submission keeps it. */
function snapshotText(ids: Ids, entries: Entry[]): string {
  const inOrder = entries.toSorted(
    (a, b) => a.line.date.localeCompare(b.line.date) || a.id.localeCompare(b.id),
  );
  return JSON.stringify(
    inOrder.map(({ id, line }) => ({
      timesheetID: id,
      workDate: line.date,
      projectID: idOf(ids.projects, line.project),
      activityID: idOf(ids.activities, line.activity),
      minutes: line.minutes,
      isBillable: line.isBillable,
      comment: line.comment,
      startedAt: null,
      endedAt: null,
    })),
  );
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

const transitionColumns = [
  'tenant_id',
  'id',
  'team_member_id',
  'week_end_on',
  'at',
  'actor_id',
  'action',
  'from_status',
  'to_status',
  'reason',
  'lines',
  'total_minutes',
  'billable_minutes',
  'snapshot_id',
  'is_own_week',
];

function transitionRow(random: Random, ids: Ids, { week, snapshotId, entries }: Filled, step: Step): Cell[] {
  const lines = step.action === 'disapprove' ? flaggedLines(week, entries) : '[]';
  return [
    ids.tenantId,
    random.uuid(step.at),
    idOf(ids.members, week.person),
    week.weekEndDate,
    step.at,
    idOf(ids.users, step.by),
    step.action,
    step.from,
    step.to,
    step.reason,
    lines,
    ...totals(week),
    snapshotId,
    step.by === week.person,
  ];
}

const auditColumns = [
  'tenant_id',
  'id',
  'at',
  'actor_id',
  'actor_kind',
  'entity',
  'entity_id',
  'action',
  'before',
  'after',
];

function auditRow(random: Random, ids: Ids, { week }: Filled, step: Step): Cell[] {
  return [
    ids.tenantId,
    random.uuid(step.at),
    step.at,
    idOf(ids.users, step.by),
    'member',
    'week',
    `${idOf(ids.members, week.person)}/${week.weekEndDate}`,
    step.action,
    JSON.stringify({ status: step.from }),
    JSON.stringify({ status: step.to, reason: step.reason, totalMinutes: totals(week)[0] }),
  ];
}
