import { activityFeature } from './activities/feature.ts';
import { approvalFeature } from './approvals/feature.ts';
import { auditLogFeature } from './audit-log/feature.ts';
import { budgetFeature } from './budgets/feature.ts';
import { calendarFeature } from './calendar/feature.ts';
import { changeFeature } from './changes/feature.ts';
import { clientFeature } from './clients/feature.ts';
import { contentFeature } from './content/feature.ts';
import { credentialFeature } from './credentials/feature.ts';
import { eventFeedFeature } from './event-feeds/feature.ts';
import type { Feature, GatewayParts } from './feature.ts';
import { importFeature } from './imports/feature.ts';
import { invitationFeature } from './invitations/feature.ts';
import { logoFeature } from './logo/feature.ts';
import { longWorkFeature } from './long-work/feature.ts';
import { peopleFeature } from './people/feature.ts';
import { personalTokenFeature } from './personal-tokens/feature.ts';
import { projectFeature } from './projects/feature.ts';
import { rateFeature } from './rates/feature.ts';
import { referenceFeature } from './reference/feature.ts';
import { reportFeature } from './reports/feature.ts';
import { retentionFeature } from './retention/feature.ts';
import { savedReportFeature } from './saved-reports/feature.ts';
import { searchFeature } from './search/feature.ts';
import { sessionStartFeature } from './session-start/feature.ts';
import { subscriptionFeature } from './subscription/feature.ts';
import { tagFeature } from './tags/feature.ts';
import { teamFeature } from './team/feature.ts';
import { testMailFeature } from './test-mails/feature.ts';
import { timerFeature } from './timers/feature.ts';
import { timesheetFeature } from './timesheets/feature.ts';
import { totalsFeature } from './total-checks/feature.ts';
import { transferFeature } from './transfer/feature.ts';
import { trashFeature } from './trash/feature.ts';
import { unsubscribeFeature } from './unsubscribe/feature.ts';
import { webhookFeature } from './webhooks/feature.ts';
import { workspaceLifecycleFeature } from './workspace-lifecycle/feature.ts';
import { workspaceSettingsFeature } from './workspace-settings/feature.ts';

/** Everything the gateway does: one room, one line. */
export const features: readonly ((parts: GatewayParts) => Feature)[] = [
  sessionStartFeature,
  changeFeature,
  workspaceSettingsFeature,
  retentionFeature,
  logoFeature,
  clientFeature,
  projectFeature,
  activityFeature,
  tagFeature,
  searchFeature,
  rateFeature,
  teamFeature,
  timesheetFeature,
  timerFeature,
  approvalFeature,
  reportFeature,
  savedReportFeature,
  totalsFeature,
  budgetFeature,
  testMailFeature,
  trashFeature,
  auditLogFeature,
  calendarFeature,
  eventFeedFeature,
  personalTokenFeature,
  credentialFeature,
  unsubscribeFeature,
  webhookFeature,
  invitationFeature,
  peopleFeature,
  workspaceLifecycleFeature,
  subscriptionFeature,
  longWorkFeature,
  transferFeature,
  importFeature,
  contentFeature,
  referenceFeature,
];
