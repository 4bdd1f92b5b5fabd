import { defineGatewayRoutes } from './gateway/access.ts';
import { activityRoutes } from './gateway/activities.ts';
import { approvalRoutes } from './gateway/approvals.ts';
import { auditLogRoutes } from './gateway/audit-log.ts';
import { calendarRoutes } from './gateway/calendar.ts';
import { changeRoutes } from './gateway/changes.ts';
import { clientRoutes } from './gateway/clients.ts';
import { contentRoutes } from './gateway/content.ts';
import { credentialRoutes } from './gateway/credentials.ts';
import { eventFeedRoutes } from './gateway/event-feeds.ts';
import { importRoutes } from './gateway/imports.ts';
import { invitationRoutes } from './gateway/invitations.ts';
import { logoRoutes } from './gateway/logo.ts';
import { longWorkRoutes } from './gateway/long-work.ts';
import { personalTokenRoutes } from './gateway/personal-tokens.ts';
import { projectRoutes } from './gateway/projects.ts';
import { rateRoutes } from './gateway/rates.ts';
import { referenceRoutes } from './gateway/reference.ts';
import { reportFileRoutes } from './gateway/report-files.ts';
import { reportRoutes } from './gateway/reports.ts';
import { retentionRoutes } from './gateway/retention.ts';
import { savedReportRoutes } from './gateway/saved-reports.ts';
import { searchRoutes } from './gateway/search.ts';
import { sessionStartRoutes } from './gateway/session-start.ts';
import { subscriptionRoutes } from './gateway/subscription.ts';
import { tagRoutes } from './gateway/tags.ts';
import { teamRoutes } from './gateway/team.ts';
import { testMailRoutes } from './gateway/test-mails.ts';
import { timerRoutes } from './gateway/timers.ts';
import { timesheetRoutes } from './gateway/timesheets.ts';
import { transferRoutes } from './gateway/transfer.ts';
import { trashRoutes } from './gateway/trash.ts';
import { unsubscribeRoutes } from './gateway/unsubscribe.ts';
import { webhookRoutes } from './gateway/webhooks.ts';
import { workspaceLifecycleRoutes } from './gateway/workspace-lifecycle.ts';
import { workspaceSettingsRoutes } from './gateway/workspace-settings.ts';

/** Every call of the gateway, relative to `/api`: what each feature is asked. */
export const gatewayRoutes = defineGatewayRoutes({
  ...sessionStartRoutes,
  ...changeRoutes,
  ...workspaceSettingsRoutes,
  ...retentionRoutes,
  ...logoRoutes,
  ...clientRoutes,
  ...activityRoutes,
  ...projectRoutes,
  ...teamRoutes,
  ...testMailRoutes,
  ...rateRoutes,
  ...timesheetRoutes,
  ...approvalRoutes,
  ...timerRoutes,
  ...searchRoutes,
  ...tagRoutes,
  ...reportRoutes,
  ...reportFileRoutes,
  ...savedReportRoutes,
  ...personalTokenRoutes,
  ...auditLogRoutes,
  ...calendarRoutes,
  ...eventFeedRoutes,
  ...trashRoutes,
  ...referenceRoutes,
  ...workspaceLifecycleRoutes,
  ...invitationRoutes,
  ...subscriptionRoutes,
  ...webhookRoutes,
  ...longWorkRoutes,
  ...transferRoutes,
  ...importRoutes,
  ...contentRoutes,
  ...credentialRoutes,
  ...unsubscribeRoutes,
});
