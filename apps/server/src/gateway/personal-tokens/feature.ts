import { personalTokenRoutes } from '@stint/domain/api/gateway/personal-tokens.ts';
import { defineFeature, type Feature } from '../feature.ts';
import { personalTokenHandlers } from './routes.ts';

export function personalTokenFeature(): Feature {
  return defineFeature({ routes: personalTokenRoutes, handlers: personalTokenHandlers });
}
