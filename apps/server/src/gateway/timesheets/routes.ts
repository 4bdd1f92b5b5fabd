import type { timesheetRoutes } from '@stint/domain/api/gateway/timesheets.ts';
import { AppError } from '@stint/domain/errors.ts';
import { daysBetween } from '@stint/domain/time/plain-date.ts';
import { plainDateAt } from '@stint/domain/time/zone.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Http, RawJson } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import { addFields, type JsonText } from '../../platform/json-text.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import { answerJson } from '../shared/answer.ts';
import { answerList, readList } from '../shared/list.ts';
import { fieldError, requireDate } from '../shared/sql-json.ts';
import { write } from '../shared/write.ts';
import { applyAndRead } from './apply.ts';
import { copyWeek, type Skipped } from './copy-week.ts';
import { findComments, isWide } from './find-comments.ts';
import { entryList, missingDays, weeksOfYear } from './queries.ts';
import { canSeeWeek, requireOwner, requireWeekEnd } from './see.ts';
import {
  addEntry,
  changeEntry,
  findUnchanged,
  getEntry,
  readWeek,
  readWeekAlone,
  removeEntry,
} from './timesheets.ts';
import type { EntryJson } from './week-json.ts';
import type { WeekStamps } from './week-stamps.ts';

export function timesheetHandlers(weekStamps: WeekStamps): FeatureHandlers<typeof timesheetRoutes> {
  return {
    'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate': async ({ params }, context, http) => {
      const weekEndDate = requireWeekEnd(params.weekEndDate);
      const { teamMemberID } = params;
      const ifNoneMatch = http.request.headers['if-none-match'] ?? '';
      const asked = { teamMemberID, weekEndDate, ifNoneMatch };
      const unchanged = await findUnchanged(weekStamps, context, asked);
      if (unchanged !== null) return http.reply.header('etag', unchanged).code(304).send();
      const { etag, text } = await readWeekAlone(context, teamMemberID, weekEndDate);
      http.reply.header('etag', etag);
      return new RawJson(text);
    },
    'GET /TimeSheet/Entries': async ({ query }, context, http) => {
      if (query.from !== undefined) requireDate(query.from, 'from');
      if (query.to !== undefined) requireDate(query.to, 'to');
      const { database, tenantId } = context;
      const isSearch = isWide(context, query);
      const page = await database.withTenant(
        tenantId,
        async (tx) => {
          const found = isSearch ? await findComments(tx, context, query) : null;
          return readList(tx, entryList(context, query, found), query);
        },
        { readOnly: true, isOneMoment: isSearch },
      );
      return answerList(http, page);
    },
    'POST /TimeSheet': ({ body }, context, http) => {
      const id = body.timesheetID ?? newId();
      return changeOne(context, http, id, (tx) => addEntry(tx, context, id, body));
    },
    'PUT /TimeSheet/:timesheetID': ({ params, body }, context, http) =>
      changeOne(context, http, params.timesheetID, (tx) =>
        changeEntry(tx, context, params.timesheetID, body),
      ),
    'DELETE /TimeSheet/:timesheetID': ({ params, query }, context, http) =>
      changeOne(context, http, params.timesheetID, (tx) =>
        removeEntry(tx, context, params.timesheetID, query),
      ),
    'PUT /TimeSheet/SaveWeek': async ({ body }, context, http) => {
      const { teamMemberID, upserts, reason } = body;
      const weekEndDate = requireWeekEnd(body.weekEndDate);
      for (const [index, cell] of (body.cells ?? []).entries())
        requireDate(cell.workDate, `cells.${index}.workDate`);
      const source = context.identity.kind === 'token' ? 'api' : 'grid';
      const read = (tx: Transaction) => readWeek(tx, context, teamMemberID, weekEndDate);
      const { etag, text } = await write(context, http, {
        entity: { teamMemberID, weekEndDate },
        work: async (tx) => {
          const changes = {
            teamMemberID,
            weekEndDates: [weekEndDate],
            upserts,
            removals: body.deletes ?? [],
            cells: body.cells,
            reason,
            source,
            isList: true,
          };
          return (await applyAndRead(tx, context, changes, () => read(tx))).answer;
        },
        again: read,
      });
      http.reply.header('etag', etag);
      return new RawJson(text);
    },
    'POST /TimeSheet/CopyWeek': async ({ body }, context, http) => {
      const request = { ...body, teamMemberID: body.teamMemberID ?? context.actor.teamMemberID };
      for (const field of ['from', 'to'] as const) requireWeekEnd(body[field], field);
      if (body.from === body.to) throw fieldError('week_end_invalid', 'to', 'Copy to another week.');
      const answer = async (tx: Transaction, skipped: Skipped[]) => {
        const { text } = await readWeek(tx, context, request.teamMemberID, request.to);
        return new RawJson(addFields(text, { skipped }));
      };
      return write(context, http, {
        entity: {},
        work: async (tx) => answer(tx, await copyWeek(tx, context, request)),
        again: (tx) => answer(tx, []),
      });
    },
    'GET /TimeSheet/Missing': async ({ query }, context, http) => {
      const [from, to] = [requireDate(query.from, 'from'), requireDate(query.to, 'to')];
      if (daysBetween(from, to) > 400)
        throw fieldError('date_invalid', 'to', 'Ask for at most 400 days at once.');
      const { database, tenantId, workspace, info } = context;
      const today = plainDateAt(info.now, workspace.settings.timeZone);
      const range = { from, to, teamMemberID: query.teamMemberID, today };
      return answerJson(
        http,
        await database.withTenant(tenantId, (tx) => missingDays(tx, context, range), { readOnly: true }),
      );
    },
    'GET /TimeSheet/Year/:teamMemberID/:year': async ({ params }, { database, tenantId, actor }, http) => {
      const year = Number(params.year);
      const text = await database.withTenant(
        tenantId,
        async (tx) => {
          const owner = await requireOwner(tx, tenantId, actor, params.teamMemberID);
          if (!canSeeWeek(actor, 'time.see', owner)) throw new AppError('not_found');
          return weeksOfYear(tx, tenantId, params.teamMemberID, year);
        },
        { readOnly: true },
      );
      return answerJson(http, text);
    },
  };
}

async function changeOne(
  context: MemberContext,
  http: Http,
  id: string,
  work: (tx: Transaction) => Promise<JsonText<EntryJson>>,
): Promise<RawJson<EntryJson>> {
  const text = await write(context, http, {
    entity: { id },
    work,
    again: (tx, entity) => getEntry(tx, context, entity.id),
  });
  return new RawJson(text);
}
