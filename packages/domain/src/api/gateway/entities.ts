import type { CatalogName } from '../../workspace/catalog.ts';
import { activity } from './activities.ts';
import { client } from './clients.ts';
import type { Fields } from './entity.ts';
import { project } from './projects.ts';
import { tag } from './tags.ts';

/** Every kind of the catalogue with its fields. */
export const entities: { readonly [Name in CatalogName]: { fields: Fields } } = {
  client,
  project,
  activity,
  tag,
};
