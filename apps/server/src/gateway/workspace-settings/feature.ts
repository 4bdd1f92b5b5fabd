import { workspaceSettingsRoutes } from '@stint/domain/api/gateway/workspace-settings.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { workspaceSettingsHandlers } from './routes.ts';

export function workspaceSettingsFeature(parts: GatewayParts): Feature {
  return defineFeature({ routes: workspaceSettingsRoutes, handlers: workspaceSettingsHandlers(parts) });
}
