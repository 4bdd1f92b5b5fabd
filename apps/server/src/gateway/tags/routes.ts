import type { extraRoutes } from '@stint/domain/api/gateway/extras.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type Http, RawJson } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import { type JsonText, parseJson } from '../../platform/json-text.ts';
import { join, type Sql, sql } from '../../platform/sql.ts';
import { lockVersion } from '../clients/queries.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../handlers.ts';
import { type Answer, answerJson } from '../shared/answer.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { inOneTrip, jsonObject, listJson, oneJson } from '../shared/json-sql.ts';
import { write } from '../shared/write.ts';

type TagRoutes = Pick<
  FeatureHandlers<typeof extraRoutes>,
  'GET /Tags' | 'POST /Tags' | 'PUT /Tags/:id' | 'DELETE /Tags/:id'
>;

type TagJson = Answer<'GET /Tags'>[number];

const item = jsonObject<TagJson>({
  tagID: 'g.id',
  tagName: 'g.name',
  color: 'g.color',
  isArchived: 'g.archived_at is not null',
  createdAt: 'g.created_at',
  updatedAt: 'g.updated_at',
  version: 'g.version',
});

export const tagHandlers: TagRoutes = {
  'GET /Tags': async ({ query }, { database, tenantId }, http) => {
    const statement = (text: Sql) => sql`select ${text} from app.tag g
      where g.tenant_id = ${tenantId} and (g.archived_at is not null) = ${query.archived ?? false}`;
    return answerJson(
      http,
      await listJson(inOneTrip(database, tenantId), item, 'lower(g.name), g.id', statement),
    );
  },
  'POST /Tags': ({ body }, context, http) => {
    const { tenantId, info } = context;
    const id = body.tagID ?? newId();
    return change(context, http, id, 'created', (tx) =>
      tx.run(sql`insert into app.tag (tenant_id, id, name, color, created_at, updated_at)
        values (${tenantId}, ${id}, ${body.tagName.trim()}, ${body.color ?? null}, ${info.now}, ${info.now})`),
    );
  },
  'PUT /Tags/:id': ({ params, body }, context, http) => {
    const { tenantId, info } = context;
    const archivedAt = body.isArchived ? info.now : null;
    return change(context, http, params.id, 'changed', async (tx) => {
      await lockVersion(tx, 'tag', tenantId, params.id, body.version, () => getTag(tx, tenantId, params.id));
      const set = [
        ...(body.tagName === undefined ? [] : [sql`name = ${body.tagName.trim()}`]),
        ...(body.color === undefined ? [] : [sql`color = ${body.color}`]),
        ...(body.isArchived === undefined ? [] : [sql`archived_at = ${archivedAt}`]),
        sql`updated_at = ${info.now}`,
        sql`version = version + 1`,
      ];
      await tx.run(sql`update app.tag set ${join(set)} where tenant_id = ${tenantId} and id = ${params.id}`);
    });
  },
  'DELETE /Tags/:id': ({ params }, context, http) => {
    const { tenantId, info } = context;
    return change(context, http, params.id, 'archived', (tx) =>
      tx.run(sql`update app.tag set archived_at = ${info.now}, updated_at = ${info.now}, version = version + 1
        where tenant_id = ${tenantId} and id = ${params.id} and archived_at is null`),
    );
  },
};

async function change(
  context: MemberContext,
  http: Http,
  id: string,
  action: string,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<RawJson<TagJson>> {
  const text = await write(context, http, {
    entity: { id },
    work: async (tx) => {
      await work(tx);
      const after = await getTag(tx, context.tenantId, id);
      await writeAudit(tx, auditSource(context), [
        { entity: 'tag', entityId: id, action, after: parseJson(after) },
      ]);
      return after;
    },
    again: (tx, entity) => getTag(tx, context.tenantId, entity.id),
  });
  return new RawJson(text);
}

function getTag(tx: Queryable, tenantId: string, id: string): Promise<JsonText<TagJson>> {
  return oneJson(
    tx,
    item,
    (text) => sql`select ${text} from app.tag g where g.tenant_id = ${tenantId} and g.id = ${id}`,
  );
}
