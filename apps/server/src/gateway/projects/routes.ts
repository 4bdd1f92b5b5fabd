import type { projectRoutes } from '@stint/domain/api/gateway/projects.ts';
import { AppError } from '@stint/domain/errors.ts';
import { type Http, RawJson } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import { addFields, joinFields } from '../../platform/json-text.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import { type Answer, answerJson } from '../shared/answer.ts';
import { write } from '../shared/write.ts';
import { canSeeWeek, requireOwner } from '../timesheets/see.ts';
import { setFavourite } from './favourite.ts';
import { pickerRows } from './picker.ts';
import { duplicateProject, projects } from './projects.ts';
import type { ProjectQuery } from './queries.ts';
import { projectSummary } from './summary.ts';

const { handlers } = projects;

export const projectHandlers: FeatureHandlers<typeof projectRoutes> = {
  'GET /Projects': handlers.list,
  'GET /Projects/GetArchivedProjects': handlers.archived,
  'GET /Projects/SearchAllProjects': ({ query }, context, http) => search(context, http, query),
  'POST /Projects/SearchAllProjects': ({ body }, context, http) => search(context, http, body),
  'GET /Projects/Picker': async ({ query }, { database, tenantId, actor }, http) => {
    const { teamMemberID: memberId = actor.teamMemberID, q, size } = query;
    const text = await database.withTenant(
      tenantId,
      async (tx) => {
        // What somebody used last tells when they worked on it.
        const owner = await requireOwner(tx, tenantId, actor, memberId);
        if (!canSeeWeek(actor, 'time.see', owner)) throw new AppError('not_found');
        return pickerRows(tx, tenantId, actor, { q, size, memberId });
      },
      { readOnly: true },
    );
    return answerJson(http, text);
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
  'GET /Projects/:id': handlers.one,
  'GET /Projects/:id/Summary': ({ params }, { database, tenantId, actor }) =>
    database.withTenant(tenantId, (tx) => projectSummary(tx, tenantId, actor, params.id), { readOnly: true }),
  'POST /Projects': handlers.add,
  'PUT /Projects/:id': handlers.change,
  'POST /Projects/:id/Preview': handlers.preview,
  'POST /Projects/:id/Duplicate': ({ params, body: { projectName } }, context, http) => {
    const id = newId();
    return projects.write(context, http, id, (tx) =>
      duplicateProject(tx, context, id, { from: params.id, projectName }),
    );
  },
  'DELETE /Projects/:id': handlers.setAside,
  'PUT /Projects/:id/Restore': handlers.restore,
};

async function search(
  context: MemberContext,
  http: Http,
  query: ProjectQuery & { archived?: boolean | undefined },
): Promise<RawJson<Answer<'GET /Projects/SearchAllProjects'>>> {
  const page = await projects.readPage(
    context,
    { ...query, page: query.cursor === undefined ? (query.page ?? 1) : undefined },
    query.archived ?? false,
  );
  if (page.nextCursor !== null) http.reply.header('x-next-cursor', page.nextCursor);
  const { text, total, size } = page;
  return new RawJson(addFields(joinFields({ items: text }), { total: total ?? 0, page: page.page, size }));
}
