import type { changeRoutes } from '@stint/domain/api/gateway/changes.ts';
import { changesAfter, whereToBegin } from '../change-feed/changes-after.ts';
import type { FeatureHandlers, GatewayParts } from '../feature.ts';

export function changeHandlers({
  streams,
}: Pick<GatewayParts, 'streams'>): FeatureHandlers<typeof changeRoutes> {
  return {
    'GET /Changes': async ({ query }, context, { request, reply }) => {
      const lastEventId = request.headers['last-event-id'];
      const after = query.after ?? (typeof lastEventId === 'string' ? lastEventId : null);
      const isStream = /\btext\/event-stream\b/.test(request.headers.accept ?? '');
      // What has no body ends at once.
      if (!isStream || request.method === 'HEAD')
        return after === null ? whereToBegin(context) : changesAfter(context, after);
      const stream = await streams.open(context, after);
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(stream) as never;
    },
  };
}
