import type { contentRoutes } from '@stint/domain/api/gateway/content.ts';
import type { FeatureHandlers } from '../feature.ts';
import { type ContentSourceOptions, createContentSource } from './source.ts';

/** Handlers of the content endpoint: the hosted service when it is configured, else the repository's Markdown. */
export function createContentHandlers(options: ContentSourceOptions): FeatureHandlers<typeof contentRoutes> {
  const source = createContentSource(options);
  return { 'POST /Content': ({ body }) => source.query(body) };
}
