import type { activityRoutes } from '@stint/domain/api/gateway/activities.ts';
import type { FeatureHandlers } from '../feature.ts';
import { activities, mergeActivities } from './activities.ts';

const { handlers } = activities;

export const activityHandlers: FeatureHandlers<typeof activityRoutes> = {
  'GET /Activities': handlers.list,
  'GET /Activities/GetArchivedActivities': handlers.archived,
  'GET /Activities/:id': handlers.one,
  'POST /Activities': handlers.add,
  'PUT /Activities/:id': handlers.change,
  'DELETE /Activities/:id': handlers.setAside,
  'PUT /Activities/:id/Restore': handlers.restore,
  'POST /Activities/:id/Merge': ({ params: { id }, body }, context, http) =>
    activities.write(context, http, id, (tx) => mergeActivities(tx, context, id, body.from)),
};
