import type { approvalRoutes } from '@stint/domain/api/gateway/approvals.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { WeekAction } from '@stint/domain/time/approval.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import { diffWeek } from '@stint/domain/time/week-diff.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { Http, RawJson } from '../../platform/http.ts';
import { type JsonText, parseJson } from '../../platform/json-text.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import { type Answer, answerJson } from '../shared/answer.ts';
import { answerList, type List, type ListQuery, readList } from '../shared/list.ts';
import { fieldError, requireDate } from '../shared/sql-json.ts';
import { canSeeWeek, requireOwner, requireWeekEnd } from '../timesheets/see.ts';
import type { WeekJson } from '../timesheets/week-json.ts';
import {
  comparedSnapshot,
  disapprovedWeeks,
  livingEntries,
  pendingList,
  weekHistory,
  weekList,
} from './queries.ts';
import { remind } from './remind.ts';
import { type Item, type StepDetails, takeStep } from './transition.ts';
import { undoStep } from './undo-step.ts';

/** More weeks than this in one range is not a screen but an export. */
const longestRangeDays = 800;

export const approvalHandlers: FeatureHandlers<typeof approvalRoutes> = {
  'POST /TimeSheet/Submit': ({ body }, context) => stepEach(context, 'submit', body),
  'POST /TimeSheet/Withdraw': ({ body }, context) => stepEach(context, 'withdraw', body),
  'POST /TimeSheet/Approve': ({ body }, context) => stepEach(context, 'approve', body),
  'POST /TimeSheet/Disapprove': ({ body }, context) => stepEach(context, 'disapprove', body),
  'POST /TimeSheet/Reopen': ({ body }, context) => stepEach(context, 'reopen', body),
  'POST /TimeSheet/Undo': ({ body: { items } }, context) =>
    decideEach(context, items, (tx, item) => undoStep(tx, context, item)),
  'POST /TimeSheet/Remind': async ({ body }, context) => {
    for (const item of body.items) requireWeekEnd(item.weekEndDate);
    return { results: await remind(context, body.items) };
  },
  'GET /TimeSheet/GetPendingTimesheets': ({ query }, context, http) =>
    list(context, http, pendingList(context.tenantId, context.actor), query),
  'GET /TimeSheet/Weeks': ({ query }, context, http) => {
    const [from, to] = [requireDate(query.from, 'from'), requireDate(query.to, 'to')];
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
    if (days > longestRangeDays)
      throw fieldError('date_invalid', 'to', `Ask for at most ${longestRangeDays} days at once.`);
    return list(
      context,
      http,
      weekList(context.tenantId, context.actor, { status: query.status, from, to }),
      query,
    );
  },
  'GET /TimeSheet/GetDisapproveTimesheets/:teamMemberID': async (
    { params: { teamMemberID } },
    context,
    http,
  ) =>
    answerJson(
      http,
      await readOf(context, teamMemberID, (tx) => disapprovedWeeks(tx, context.tenantId, teamMemberID)),
    ),
  'GET /TimeSheet/History/:teamMemberID/:weekEndDate': async ({ params }, context, http) => {
    const weekEndDate = requireWeekEnd(params.weekEndDate);
    return answerJson(
      http,
      await readOf(context, params.teamMemberID, (tx) =>
        weekHistory(tx, context.tenantId, params.teamMemberID, weekEndDate),
      ),
    );
  },
  'GET /TimeSheet/Difference/:teamMemberID/:weekEndDate': async ({ params }, context) => {
    const weekEndDate = requireWeekEnd(params.weekEndDate);
    return readOf(context, params.teamMemberID, (tx) =>
      difference(tx, context.tenantId, params.teamMemberID, weekEndDate),
    );
  },
};

type Result = Answer<'POST /TimeSheet/Submit'>['results'][number];

/** Decides weeks one by one, each in a transaction of its own, so that a refused one does not undo the others. */
async function decideEach(
  context: MemberContext,
  items: readonly Item[],
  decide: (tx: Transaction, item: Item) => Promise<JsonText<WeekJson>>,
): Promise<Answer<'POST /TimeSheet/Submit'>> {
  const results: Result[] = [];
  for (const item of items) results.push(await decideOne(context, item, (tx) => decide(tx, item)));
  return { results };
}

async function decideOne(
  { database, tenantId }: MemberContext,
  { teamMemberID, weekEndDate }: Item,
  decide: (tx: Transaction) => Promise<JsonText<WeekJson>>,
): Promise<Result> {
  const about = { teamMemberID, weekEndDate };
  try {
    requireWeekEnd(weekEndDate);
    return {
      ...about,
      status: 200,
      week: parseJson(await database.withTenant(tenantId, decide)),
      error: null,
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const week = (error.options.details?.current ?? null) as WeekJson | null;
    return { ...about, status: error.status, week, error: { code: error.code, message: error.message } };
  }
}

/** The same step for each week of a list. */
function stepEach(
  context: MemberContext,
  action: WeekAction,
  { items, ...details }: { items: readonly Item[] } & StepDetails,
): Promise<Answer<'POST /TimeSheet/Submit'>> {
  return decideEach(context, items, (tx, item) => takeStep(tx, context, { action, item, details }));
}

/** A read of a person's weeks, for those who may see them. @throws AppError `not_found` */
function readOf<Read>(
  context: MemberContext,
  teamMemberID: string,
  read: (tx: Queryable) => Promise<Read>,
): Promise<Read> {
  const { database, tenantId, actor } = context;
  return database.withTenant(
    tenantId,
    async (tx) => {
      const owner = await requireOwner(tx, tenantId, actor, teamMemberID);
      if (!canSeeWeek(actor, 'time.see', owner)) throw new AppError('not_found');
      return read(tx);
    },
    { readOnly: true },
  );
}

async function list<Shape>(
  { database, tenantId }: MemberContext,
  http: Http,
  what: List<Shape>,
  query: ListQuery,
): Promise<RawJson<Shape[]>> {
  return answerList(
    http,
    await database.withTenant(tenantId, (tx) => readList(tx, what, query), { readOnly: true }),
  );
}

type Difference = Answer<'GET /TimeSheet/Difference/:teamMemberID/:weekEndDate'>;

/** What changed in a week since it was handed in, or for a week that waits again, since the time before. */
async function difference(
  tx: Queryable,
  tenantId: string,
  teamMemberID: string,
  weekEndDate: string,
): Promise<Difference> {
  const snapshot = await comparedSnapshot(tx, tenantId, teamMemberID, weekEndOf(weekEndDate));
  const now = await livingEntries(tx, tenantId, teamMemberID, weekEndDate);
  if (!snapshot) return { submittedAt: null, added: now, removed: [], changed: [] };
  const { added, removed, changed } = diffWeek(snapshot.entries, now);
  return {
    submittedAt: snapshot.takenAt.toISOString(),
    added,
    removed,
    changed: changed.map(({ before, after, fields }) => ({
      timesheetID: after.timesheetID,
      entry: after,
      changes: fields.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null })),
    })),
  };
}
