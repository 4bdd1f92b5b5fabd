import type { GatewayAccess } from './gateway/access.ts';
import { activityRoutes } from './gateway/activities.ts';
import { approvalRoutes } from './gateway/approvals.ts';
import { changeRoutes } from './gateway/changes.ts';
import { clientRoutes } from './gateway/clients.ts';
import { contentRoutes } from './gateway/content.ts';
import { credentialRoutes } from './gateway/credentials.ts';
import { extraRoutes } from './gateway/extras.ts';
import { invitationRoutes } from './gateway/invitations.ts';
import { projectRoutes } from './gateway/projects.ts';
import { startupRoutes } from './gateway/session-start.ts';
import { subscriptionRoutes } from './gateway/subscription.ts';
import { tagRoutes } from './gateway/tags.ts';
import { teamRoutes } from './gateway/team.ts';
import { timesheetRoutes } from './gateway/timesheets.ts';
import { transferRoutes } from './gateway/transfer.ts';
import { webhookRoutes } from './gateway/webhooks.ts';
import { workspaceRoutes } from './gateway/workspace-lifecycle.ts';
import { workspaceSettingsRoutes } from './gateway/workspace-settings.ts';
import { defineRoutes } from './route.ts';

/** Routes of the time-tracking core. */
export const coreRoutes = defineRoutes<GatewayAccess>()({
  ...startupRoutes,
  ...changeRoutes,
  ...workspaceSettingsRoutes,
  ...clientRoutes,
  ...activityRoutes,
  ...projectRoutes,
  ...teamRoutes,
  ...timesheetRoutes,
  ...approvalRoutes,
  ...tagRoutes,
  ...extraRoutes,
});

/** Routes of a workspace's life: creation, invitations, payment, webhooks, moving house; and public content. */
export const lifeRoutes = defineRoutes<GatewayAccess>()({
  ...workspaceRoutes,
  ...invitationRoutes,
  ...subscriptionRoutes,
  ...webhookRoutes,
  ...transferRoutes,
  ...contentRoutes,
  ...credentialRoutes,
});

/** Every call of the gateway, relative to `/api`. */
export const gatewayRoutes = { ...coreRoutes, ...lifeRoutes };
