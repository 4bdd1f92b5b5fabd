import { tag, type tagRoutes } from '@stint/domain/api/gateway/tags.ts';
import { sql } from '../../platform/sql.ts';
import type { FeatureHandlers } from '../feature.ts';
import { createCatalogue } from '../shared/catalogue.ts';
import type { CatalogQuery } from '../shared/following.ts';

const { handlers } = createCatalogue(tag, {
  alias: 'g',
  workedOut: () => ({}),
  // A tag knows no trash, and archived ones are asked for by a parameter.
  following: ({ archived = false }: CatalogQuery & { archived?: boolean | undefined }) =>
    sql`(g.archived_at is not null) = ${archived}`,
  sorts: { name: { by: 'lower(g.name)', type: 'text' } },
  defaultSort: 'name',
});

export const tagHandlers: FeatureHandlers<typeof tagRoutes> = {
  'GET /Tags': handlers.list,
  'POST /Tags': handlers.add,
  'PUT /Tags/:id': handlers.change,
  'DELETE /Tags/:id': handlers.setAside,
};
