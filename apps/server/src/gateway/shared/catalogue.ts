import type { Entity, Fields, Sent, Shown } from '@stint/domain/api/gateway/entity.ts';
import { type CatalogName, catalog } from '@stint/domain/workspace/catalog.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Http, RawJson } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import type { JsonText } from '../../platform/json-text.ts';
import type { MemberContext } from '../context.ts';
import { answerJson } from './answer.ts';
import { createReader } from './catalogue-read.ts';
import type { CatalogueReads, CatalogueWrites } from './catalogue-sql.ts';
import { createWriter } from './catalogue-write.ts';
import type { Values } from './columns.ts';
import type { CatalogQuery } from './following.ts';
import { answerList } from './list.ts';
import { writeRow } from './record-change.ts';

/** One kind of thing with all that is the same for every kind: its description, what SQL adds to it, and its handlers. */
export function createCatalogue<
  Name extends CatalogName,
  Of extends Fields,
  Sort extends string,
  Query extends CatalogQuery = CatalogQuery,
>(
  entity: Entity<Name, Of, Sort>,
  own: CatalogueReads<Of, Sort, Query> & CatalogueWrites<Shown<Entity<Name, Of>>, Sent<Entity<Name, Of>>>,
) {
  type Shape = Shown<Entity<Name, Of>>;
  type Input = Sent<Entity<Name, Of>> & Values;
  const { get, readPage } = createReader(entity, own);
  const { record, add, change, preview, setAside, restore } = createWriter(entity, get, own);

  /** Answers a write about one with the one as it is then. */
  function write(
    context: MemberContext,
    http: Http,
    id: string,
    work: (tx: Transaction) => Promise<JsonText<Shape>>,
  ): Promise<RawJson<Shape>> {
    return writeRow(context, http, { id, read: get, work });
  }

  return {
    get,
    readPage,
    record,
    setAside,
    write,
    /** What its calls do, each for its row of the table. */
    handlers: {
      list: async ({ query }: { query: Query }, context: MemberContext, http: Http) =>
        answerList(http, await readPage(context, query, false)),
      archived: async ({ query }: { query: Query }, context: MemberContext, http: Http) =>
        answerList(http, await readPage(context, query, true)),
      one: async ({ params: { id } }: ById, context: MemberContext, http: Http) => {
        const { database, tenantId } = context;
        return answerJson(
          http,
          await database.withTenant(tenantId, (tx) => get(tx, context, id), { readOnly: true }),
        );
      },
      add: ({ body }: { body: Input }, context: MemberContext, http: Http) => {
        const { [catalog[entity.name].id]: own, ...input } = body;
        const id = typeof own === 'string' ? own : newId();
        return write(context, http, id, (tx) => add(tx, context, id, input as Input));
      },
      change: (
        { params: { id }, body }: ById & { body: Input & { version: number } },
        context: MemberContext,
        http: Http,
      ) => write(context, http, id, (tx) => change(tx, context, id, body)),
      preview: ({ params: { id }, body }: ById & { body: Input }, context: MemberContext, http: Http) =>
        preview(context, http, id, body),
      setAside: (
        { params: { id }, query }: ById & { query?: { hard?: boolean | undefined } | undefined },
        context: MemberContext,
        http: Http,
      ) =>
        write(context, http, id, async (tx) =>
          record(tx, context, id, { action: await setAside(tx, context, id, query?.hard ?? false) }),
        ),
      restore: ({ params: { id } }: ById, context: MemberContext, http: Http) =>
        write(context, http, id, (tx) => restore(tx, context, id)),
    },
  };
}

type ById = { params: { id: string } };
