import type { searchRoutes } from '@stint/domain/api/gateway/search.ts';
import { RawJson } from '../../platform/http.ts';
import { addFields, joinFields } from '../../platform/json-text.ts';
import type { FeatureHandlers } from '../feature.ts';
import { search } from './search.ts';

/** As many of each kind as can be overlooked at a glance. */
const usualSize = 6;

export const searchHandlers: FeatureHandlers<typeof searchRoutes> = {
  'GET /Search': async ({ query: { q = '', size = usualSize } }, { database, tenantId, actor }) => {
    const { rows, corrected } = await database.withTenant(
      tenantId,
      (tx) => search(tx, tenantId, actor, { q, size }),
      { readOnly: true },
    );
    return new RawJson(addFields(joinFields({ items: rows }), { corrected }));
  },
};
