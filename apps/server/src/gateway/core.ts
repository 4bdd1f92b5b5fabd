import type { coreRoutes } from '@stint/domain/api/gateway.ts';
import { activityHandlers } from './activities/routes.ts';
import { approvalHandlers } from './approvals/routes.ts';
import { auditHandlers } from './audit-log/routes.ts';
import { calendarHandlers } from './calendar/routes.ts';
import { changeHandlers } from './change-feed/routes.ts';
import { clientHandlers } from './clients/routes.ts';
import type { Core, FeatureHandlers } from './handlers.ts';
import { tokenHandlers } from './personal-tokens/routes.ts';
import { projectHandlers } from './projects/routes.ts';
import { documentHandlers } from './reference/routes.ts';
import { startupHandlers } from './session-start/routes.ts';
import { tagHandlers } from './tags/routes.ts';
import { teamHandlers } from './team/routes.ts';
import { timerHandlers } from './timers/routes.ts';
import { timesheetHandlers } from './timesheets/routes.ts';
import { trashHandlers } from './trash/routes.ts';
import { workspaceSettingsHandlers } from './workspace-settings/routes.ts';

/** Every handler of the time-tracking core, one per row of its table. */
export function coreHandlers(core: Core): FeatureHandlers<typeof coreRoutes> {
  return {
    ...startupHandlers(core),
    ...workspaceSettingsHandlers(core),
    ...changeHandlers(core),
    ...clientHandlers,
    ...activityHandlers,
    ...projectHandlers,
    ...teamHandlers(core),
    ...timesheetHandlers(core),
    ...approvalHandlers,
    ...timerHandlers,
    ...tagHandlers,
    ...tokenHandlers,
    ...auditHandlers,
    ...calendarHandlers(core),
    ...trashHandlers,
    ...documentHandlers(),
  };
}
