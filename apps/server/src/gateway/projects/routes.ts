import type { projectRoutes } from '@stint/domain/api/gateway/projects.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Http, RawJson } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import { addFields, type JsonText, joinFields } from '../../platform/json-text.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../handlers.ts';
import { type Answer, answerJson } from '../shared/answer.ts';
import { answerList, type ListPage, readList } from '../shared/list.ts';
import { type NamedKind, writeRow } from '../shared/noted.ts';
import { write } from '../shared/write.ts';
import { setFavourite } from './favourite.ts';
import { pickerRows } from './picker.ts';
import {
  archiveProject,
  createProject,
  duplicateProject,
  restoreProject,
  updateProject,
} from './projects.ts';
import { getProject, type ProjectJson, type ProjectQuery, projectList } from './queries.ts';
import { projectSummary } from './summary.ts';

export const projectHandlers: FeatureHandlers<typeof projectRoutes> = {
  'GET /Projects': async ({ query }, context, http) => answerList(http, await list(context, query, false)),
  'GET /Projects/GetArchivedProjects': async ({ query }, context, http) =>
    answerList(http, await list(context, query, true)),
  'GET /Projects/SearchAllProjects': ({ query }, context, http) => search(context, http, query),
  'POST /Projects/SearchAllProjects': ({ body }, context, http) => search(context, http, body),
  'GET /Projects/Picker': async ({ query }, { database, tenantId, actor }, http) => {
    const memberId = query.teamMemberID ?? actor.teamMemberID;
    const ask = { q: query.q, size: query.size, memberId };
    return answerJson(
      http,
      await database.withTenant(tenantId, (tx) => pickerRows(tx, tenantId, actor, ask), { readOnly: true }),
    );
  },
  'PUT /Projects/Favourite': ({ body }, context, http) =>
    write(context, http, {
      entity: {},
      work: async (tx) => {
        await setFavourite(tx, context, body);
        return { isFavourite: body.isFavourite };
      },
      again: async () => ({ isFavourite: body.isFavourite }),
    }),
  'GET /Projects/:id': async ({ params }, { database, tenantId, actor }, http) =>
    answerJson(
      http,
      await database.withTenant(tenantId, (tx) => getProject(tx, tenantId, actor, params.id), {
        readOnly: true,
      }),
    ),
  'GET /Projects/:id/Summary': ({ params }, { database, tenantId, actor }) =>
    database.withTenant(tenantId, (tx) => projectSummary(tx, tenantId, actor, params.id), { readOnly: true }),
  'POST /Projects': ({ body: { projectID, ...input } }, context, http) => {
    const id = projectID ?? newId();
    return change(context, http, id, (tx) => createProject(tx, context, id, input));
  },
  'PUT /Projects/:id': ({ params, body }, context, http) =>
    change(context, http, params.id, (tx) => updateProject(tx, context, params.id, body)),
  'POST /Projects/:id/Duplicate': ({ params, body }, context, http) => {
    const id = newId();
    return change(context, http, id, (tx) => duplicateProject(tx, context, id, params.id, body.projectName));
  },
  'DELETE /Projects/:id': ({ params, query }, context, http) =>
    change(context, http, params.id, (tx) => archiveProject(tx, context, params.id, query.hard ?? false)),
  'PUT /Projects/:id/Restore': ({ params }, context, http) =>
    change(context, http, params.id, (tx) => restoreProject(tx, context, params.id)),
};

function list(
  { database, tenantId, actor }: MemberContext,
  query: ProjectQuery,
  archived: boolean,
): Promise<ListPage<ProjectJson>> {
  return database.withTenant(
    tenantId,
    (tx) => readList(tx, projectList(tenantId, actor, query, archived), query),
    { readOnly: true },
  );
}

async function search(
  context: MemberContext,
  http: Http,
  query: ProjectQuery & { archived?: boolean | undefined },
): Promise<RawJson<Answer<'GET /Projects/SearchAllProjects'>>> {
  const page = await list(
    context,
    { ...query, page: query.cursor === undefined ? (query.page ?? 1) : undefined },
    query.archived ?? false,
  );
  if (page.nextCursor !== null) http.reply.header('x-next-cursor', page.nextCursor);
  const { text, total, size } = page;
  return new RawJson(addFields(joinFields({ items: text }), { total: total ?? 0, page: page.page, size }));
}

function change(
  context: MemberContext,
  http: Http,
  id: string,
  work: (tx: Transaction) => Promise<JsonText<ProjectJson>>,
) {
  return writeRow(context, http, id, readRow, work);
}

const readRow: NamedKind<ProjectJson>['read'] = (tx, { tenantId, actor }, id) =>
  getProject(tx, tenantId, actor, id);
