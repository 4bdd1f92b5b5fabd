import { Readable } from 'node:stream';
import type { reportRoutes } from '@stint/domain/api/gateway/reports.ts';
import type { Http } from '../../platform/http.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import { answerJson } from '../shared/answer.ts';
import { answerList, readList } from '../shared/list.ts';
import { write } from '../shared/write.ts';
import { entryItem, entryTables } from '../timesheets/week-json.ts';
import { changeEntries, readEntries } from './change-entries.ts';
import { csvOf } from './export.ts';
import { peopleReport } from './people.ts';
import { reading, runReport } from './query.ts';
import { requireRange } from './range.ts';
import { entriesWith, tablesLookedAt, type WhichEntries, whichOfPage } from './which-entries.ts';

export const reportHandlers: FeatureHandlers<typeof reportRoutes> = {
  'POST /Reports/Query': ({ body }, context) => {
    requireRange(body);
    const { database, tenantId } = context;
    return database.withTenant(tenantId, (tx) => runReport(tx, context, body), reading);
  },
  'POST /Reports/Entries': async ({ body }, context, http) => {
    requireRange(body);
    const { database, tenantId } = context;
    const list = listOf(context, body);
    return answerList(http, await database.withTenant(tenantId, (tx) => readList(tx, list, body), reading));
  },
  'PUT /Reports/Entries': async ({ body }, context, http) => {
    const ids = [...new Set(body.upserts.map(({ timesheetID }) => timesheetID))];
    const text = await write(context, http, {
      entity: { ids },
      work: (tx) => changeEntries(tx, context, body),
      again: (tx, entity) => readEntries(tx, context, entity.ids),
    });
    return answerJson(http, text);
  },
  'POST /Reports/People': ({ body }, context) => {
    requireRange(body);
    const { database, tenantId, actor, info, workspace } = context;
    const reader = { tenantId, actor, now: info.now, timeZone: workspace.settings.timeZone };
    return database.withTenant(tenantId, (tx) => peopleReport(tx, reader, body), reading);
  },
  'POST /Reports/Export': async ({ body }, context, http) => {
    requireRange(body);
    const { delimiter = ',', decimal = '.' } = body;
    return attach(http, body, Readable.from(csvOf(context, body, { delimiter, decimal })));
  },
};

function listOf(context: MemberContext, which: WhichEntries) {
  return {
    item: entryItem(context.tenantId),
    from: entryTables,
    countFrom: entriesWith(tablesLookedAt(context, which.filters)),
    where: whichOfPage(context, which),
    id: 'e.id',
    isIdOfOne: true,
    sorts: { workDate: { by: 'e.work_on', type: 'date' as const } },
    defaultSort: '-workDate',
  };
}

function attach({ reply }: Http, { from, to }: WhichEntries, stream: Readable): Readable {
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="stint-${from}-to-${to}.csv"`);
  return stream;
}
