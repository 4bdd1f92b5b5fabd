import type { activityRoutes } from '@stint/domain/api/gateway/activities.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Http, RawJson } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import type { JsonText } from '../../platform/json-text.ts';
import type { CatalogQuery } from '../clients/queries.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../handlers.ts';
import { answerJson } from '../shared/answer.ts';
import { answerList, readList } from '../shared/list.ts';
import { type NamedKind, writeRow } from '../shared/noted.ts';
import {
  type ActivityJson,
  activityList,
  archiveActivity,
  createActivity,
  getActivity,
  mergeActivities,
  restoreActivity,
  updateActivity,
} from './activities.ts';

export const activityHandlers: FeatureHandlers<typeof activityRoutes> = {
  'GET /Activities': ({ query }, context, http) => list(context, http, query, false),
  'GET /Activities/GetArchivedActivities': ({ query }, context, http) => list(context, http, query, true),
  'GET /Activities/:id': async ({ params }, { database, tenantId }, http) =>
    answerJson(
      http,
      await database.withTenant(tenantId, (tx) => getActivity(tx, tenantId, params.id), { readOnly: true }),
    ),
  'POST /Activities': ({ body: { activityID, ...fields } }, context, http) => {
    const id = activityID ?? newId();
    return change(context, http, id, (tx) => createActivity(tx, context, id, fields));
  },
  'PUT /Activities/:id': ({ params, body }, context, http) =>
    change(context, http, params.id, (tx) => updateActivity(tx, context, params.id, body)),
  'DELETE /Activities/:id': ({ params, query }, context, http) =>
    change(context, http, params.id, (tx) => archiveActivity(tx, context, params.id, query.hard ?? false)),
  'PUT /Activities/:id/Restore': ({ params }, context, http) =>
    change(context, http, params.id, (tx) => restoreActivity(tx, context, params.id)),
  'POST /Activities/:id/Merge': ({ params, body }, context, http) =>
    change(context, http, params.id, (tx) => mergeActivities(tx, context, params.id, body.from)),
};

async function list(
  { database, tenantId }: MemberContext,
  http: Http,
  query: CatalogQuery & { projectID?: string | undefined },
  archived: boolean,
): Promise<RawJson<ActivityJson[]>> {
  const page = await database.withTenant(
    tenantId,
    (tx) => readList(tx, activityList(tenantId, query, archived), query),
    { readOnly: true },
  );
  return answerList(http, page);
}

function change(
  context: MemberContext,
  http: Http,
  id: string,
  work: (tx: Transaction) => Promise<JsonText<ActivityJson>>,
) {
  return writeRow(context, http, id, readRow, work);
}

const readRow: NamedKind<ActivityJson>['read'] = (tx, { tenantId }, id) => getActivity(tx, tenantId, id);
