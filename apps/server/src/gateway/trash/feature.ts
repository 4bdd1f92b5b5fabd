import { trashRoutes } from '@stint/domain/api/gateway/trash.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { purgeTrash } from './purge.ts';
import { trashHandlers } from './routes.ts';

export function trashFeature({ clock }: GatewayParts): Feature {
  return defineFeature({ routes: trashRoutes, handlers: trashHandlers, periodic: [purgeTrash(clock)] });
}
