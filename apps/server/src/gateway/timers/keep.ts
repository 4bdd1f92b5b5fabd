import { AppError } from '@stint/domain/errors.ts';
import { isForgotten, splitTimer, type TimerPart } from '@stint/domain/time/timer.ts';
import { type DraftReason, missingForEntry } from '@stint/domain/time/timer-draft.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import { changing } from '../../platform/change-feed/record.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { Answer } from '../shared/answer.ts';
import { applyChanges } from '../timesheets/apply.ts';
import { keepKnown, type Work } from './work.ts';

/** Time that was measured, and what it was for. */
export type Span = Work & { startedAt: Date; endedAt: Date; timeZone: string };

export type Kept = Answer<'POST /Timer/Stop'>;

/** A draft that is mended keeps its id, and its version goes on. */
type Identity = { id: string; version: number };

/**
 * Turns measured time into entries, one per day in its zone. It is never refused: days that cannot be entries yet stay as
 * drafts that say why. Less than half a minute leaves nothing.
 */
export async function keepSpan(
  tx: Transaction,
  context: MemberContext,
  given: Span,
  identity: Identity = { id: newId(), version: 1 },
): Promise<Kept> {
  const span = await keepKnown(tx, context, given);
  const before = reasonBefore(context, span);
  if (before === 'too_long') return asDrafts(tx, context, span, [{ ...span, reason: before, ...identity }]);
  const parts = splitTimer(span);
  if (parts.length === 0) return { saved: [], minutes: 0, drafts: [] };
  if (before !== null) return asDrafts(tx, context, span, [{ ...span, reason: before, ...identity }]);
  const whole = await saveParts(tx, context, span, parts);
  if (Array.isArray(whole)) return { saved: whole, minutes: minutesOf(parts), drafts: [] };
  return parts.length === 1
    ? asDrafts(tx, context, span, [{ ...span, reason: whole, ...identity }])
    : partByPart(tx, context, span, { parts, identity });
}

/** What keeps all of it from being entries. */
function reasonBefore({ workspace }: MemberContext, span: Span): DraftReason | null {
  if (isForgotten(span.startedAt, span.endedAt)) return 'too_long';
  if (!workspace.isActive) return 'subscription_inactive';
  return missingForEntry(span, workspace.settings.requiredFields);
}

/** A week that is closed closes its own days only. Refused days that follow each other are one draft. */
async function partByPart(
  tx: Transaction,
  context: MemberContext,
  span: Span,
  { parts, identity }: { parts: TimerPart[]; identity: Identity },
): Promise<Kept> {
  const saved: string[] = [];
  let minutes = 0;
  const drafts: DraftRow[] = [];
  for (const part of parts) {
    const result = await saveParts(tx, context, span, [part]);
    const last = drafts.at(-1);
    if (Array.isArray(result)) {
      saved.push(...result);
      minutes += part.minutes;
    } else if (last?.reason === result && last.endedAt.getTime() === part.startedAt.getTime()) {
      last.endedAt = part.endedAt;
    } else {
      const own = drafts.length === 0 ? identity : { id: newId(), version: 1 };
      drafts.push({ startedAt: part.startedAt, endedAt: part.endedAt, reason: result, ...own });
    }
  }
  return { ...(await asDrafts(tx, context, span, drafts)), saved, minutes };
}

/** Ids of the new entries, or why there are none. A refusal comes before anything was written. */
async function saveParts(
  tx: Transaction,
  context: MemberContext,
  span: Span,
  parts: readonly TimerPart[],
): Promise<string[] | DraftReason> {
  try {
    const rows = await applyChanges(tx, context, {
      teamMemberID: context.actor.teamMemberID,
      weekEndDates: [...new Set(parts.map((part) => weekEndOf(part.workDate)))],
      upserts: parts.map((part) => ({
        projectID: span.projectId ?? undefined,
        activityID: span.activityId,
        workDate: part.workDate,
        minutes: part.minutes,
        startedAt: part.startedAt.toISOString(),
        endedAt: part.endedAt.toISOString(),
        comment: span.comment,
        isBillable: span.isBillable ?? undefined,
        tags: span.tagIds,
      })),
      removals: [],
      source: 'timer',
      isList: false,
    });
    return rows.map((row) => row.id);
  } catch (error) {
    const reason = error instanceof AppError ? reasonOf(error) : null;
    if (reason === null) throw error;
    return reason;
  }
}

/** What a refused entry means for a person; null for what is no matter of the entry. */
function reasonOf({ code, options }: AppError): DraftReason | null {
  if (code === 'week_locked') return 'week_locked';
  if (code !== 'reference_invalid') return null;
  return options.fields?.[0]?.field === 'activityID' ? 'activity_unusable' : 'project_unusable';
}

type DraftRow = Identity & { startedAt: Date; endedAt: Date; reason: DraftReason };

async function asDrafts(
  tx: Transaction,
  { tenantId, actor }: MemberContext,
  span: Span,
  drafts: readonly DraftRow[],
): Promise<Kept> {
  for (const { id, version, startedAt, endedAt, reason } of drafts) {
    const statement = sql`
      insert into app.timer_draft (tenant_id, id, team_member_id, project_id, activity_id, comment, is_billable, tag_ids,
        started_at, ended_at, time_zone, reason, version)
      values (${tenantId}, ${id}, ${actor.teamMemberID}, ${span.projectId}, ${span.activityId}, ${span.comment}, ${span.isBillable},
        ${span.tagIds}, ${startedAt}, ${endedAt}, ${span.timeZone}, ${reason}, ${version})`;
    await tx.run(changing('timer', [actor.teamMemberID], statement));
  }
  return { saved: [], minutes: 0, drafts: drafts.map(({ id, reason }) => ({ draftID: id, reason })) };
}

function minutesOf(parts: readonly TimerPart[]): number {
  return parts.reduce((sum, part) => sum + part.minutes, 0);
}
