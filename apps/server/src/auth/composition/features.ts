import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stint/domain/time/units.ts';
import { joinKinds } from '../../platform/queue/join-kinds.ts';
import { contactRoutes } from '../account/contact-routes.ts';
import { handoverRoutes } from '../account/handover/routes.ts';
import { identityRoutes } from '../account/identity-routes.ts';
import { installPictures, pictureRoutes } from '../account/pictures/routes.ts';
import { selfRoutes } from '../account/routes.ts';
import { sessionRoutes } from '../account/sessions/routes.ts';
import { installUndoPage } from '../account/undo-page.ts';
import { auditRoutes } from '../administration/audit/routes.ts';
import { keyRoutes } from '../administration/keys/routes.ts';
import { finishLostFactor, lostFactorJob } from '../administration/lost-factors/lost-factors.ts';
import { installLostFactorPage } from '../administration/lost-factors/page.ts';
import { lostFactorRoutes } from '../administration/lost-factors/routes.ts';
import { outboxRoutes } from '../administration/outbox/routes.ts';
import { providerRoutes } from '../administration/sign-on/provider-routes.ts';
import { samlSettingsRoutes } from '../administration/sign-on/saml-routes.ts';
import { tenantRoutes } from '../administration/tenants/routes.ts';
import { inviteRoutes } from '../administration/users/invite-routes.ts';
import { userRoutes } from '../administration/users/routes.ts';
import { webhookRoutes } from '../administration/webhooks/routes.ts';
import type { AuthContext } from '../context.ts';
import type { AuthHandlers } from '../mechanisms/access/handlers.ts';
import type { JobHandlers } from '../mechanisms/jobs/jobs.ts';
import { eraseJob } from '../mechanisms/people/delete.ts';
import { removeEndedInvitees } from '../mechanisms/people/placeholders.ts';
import { mailJob } from '../mechanisms/proofs/mail-requests.ts';
import { sendRequested } from '../mechanisms/proofs/send-requested.ts';
import { adoptDeliveries, createReceiverDeliverer } from '../mechanisms/webhooks/deliveries.ts';
import { createPersonFanOut } from '../mechanisms/webhooks/person-events.ts';
import { codeRoutes } from '../methods/code/routes.ts';
import { installSignInPages } from '../methods/federation/sign-in-pages.ts';
import { installNeutralPages } from '../methods/link/pages.ts';
import { linkRoutes } from '../methods/link/routes.ts';
import { passwordRoutes } from '../methods/password/routes.ts';
import { installIdpPages } from '../methods/saml/idp-pages.ts';
import { samlRoutes } from '../methods/saml/routes.ts';
import { installSpPages } from '../methods/saml/sp-pages.ts';
import { totpRoutes } from '../methods/totp/routes.ts';
import { erasePerson } from '../model/users/erase.ts';
import type { Feature, Kept } from './feature.ts';
import { noteActiveTenants, purgeAudit, rotateSigningKeys } from './periodic.ts';

/** Everything the provider does: one feature, one row. */
const features = [
  { handlers: passwordRoutes },
  { handlers: linkRoutes, pages: installNeutralPages, kept: [['link', 'expires_at', 7 * DAY_MS]] },
  { handlers: codeRoutes, kept: [['code', 'expires_at', DAY_MS]] },
  { handlers: totpRoutes },
  { formPages: installSignInPages, kept: [['sso_state', 'expires_at', HOUR_MS]] },
  {
    handlers: samlRoutes,
    formPages: installSamlPages,
    kept: [
      ['saml_request', 'expires_at', HOUR_MS],
      ['saml_handle', 'expires_at', HOUR_MS],
      ['saml_assertion', 'expires_at', HOUR_MS],
    ],
  },
  {
    // A sign-in under way: between two factors, and before an application has fetched its tokens.
    kept: [
      ['first_factor_token', 'expires_at', HOUR_MS],
      ['pkce_code', 'expires_at', HOUR_MS],
      ['limit_bucket', 'touched_at', 2 * DAY_MS],
    ],
  },
  { jobs: { [mailJob]: sendRequested }, kept: [['outbox', 'created_at', 30 * DAY_MS]] },
  { handlers: handoverRoutes, kept: [['handover_code', 'expires_at', HOUR_MS]] },
  {
    handlers: sessionRoutes,
    periodic: [noteActiveTenants, rotateSigningKeys],
    kept: [
      ['session', 'expires_at', 7 * DAY_MS],
      // A service that was away for so long still learns who left; of sessions it needs the last minutes alone.
      ['change', 'at', 35 * DAY_MS],
      // As long as the cookie by which a browser is known again.
      ['device', 'last_seen_at', 400 * DAY_MS],
    ],
  },
  {
    handlers: selfRoutes,
    jobs: { [eraseJob]: (_context, tx, person: { userId: string }) => erasePerson(tx, person) },
  },
  { handlers: pictureRoutes, pages: installPictures },
  { handlers: contactRoutes, pages: installUndoPage },
  { handlers: identityRoutes },
  { handlers: tenantRoutes },
  {
    handlers: lostFactorRoutes,
    pages: installLostFactorPage,
    jobs: {
      [lostFactorJob]: (context, tx, { id }: { id: string }) => finishLostFactor(context, tx, id),
    },
    kept: [['lost_factor', 'expires_at', 400 * DAY_MS]],
  },
  { handlers: providerRoutes },
  { handlers: samlSettingsRoutes },
  { handlers: userRoutes },
  { handlers: inviteRoutes, periodic: [removeEndedInvitees] },
  { handlers: keyRoutes },
  { handlers: auditRoutes, periodic: [purgeAudit] },
  {
    handlers: webhookRoutes,
    queued: (context) => ({ 'person.event': createPersonFanOut(context) }),
    deliveries: (context) => ({ 'webhook.deliver': createReceiverDeliverer(context) }),
    planned: (context) => [
      { name: 'left deliveries', everyMs: MINUTE_MS, run: () => adoptDeliveries(context) },
    ],
    kept: [['webhook_delivery', 'created_at', 30 * DAY_MS]],
  },
  { handlers: outboxRoutes },
] as const satisfies readonly Feature[];

const all: readonly Feature[] = features;

function installSamlPages(...parts: Parameters<typeof installIdpPages>): void {
  installIdpPages(...parts);
  installSpPages(...parts);
}

type WithHandlers = Extract<(typeof features)[number], { handlers: unknown }>;
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  one: infer All,
) => void
  ? All
  : never;

/** The handlers of every row of the route table: a row that no feature handles does not compile. */
export function createHandlers(context: AuthContext): AuthHandlers {
  const handlers = all.map((feature) => feature.handlers?.(context));
  return Object.assign({}, ...handlers) as Intersection<ReturnType<WithHandlers['handlers']>>;
}

/** What is done for the jobs of each kind. */
export const jobs: JobHandlers<AuthContext> = joinKinds(all.map((feature) => feature.jobs));

/** The same for jobs on the queue, for deliveries, and what comes round there. */
export function queueWork(context: AuthContext) {
  return {
    queued: joinKinds(all.map(({ queued }) => queued?.(context))),
    deliveries: joinKinds(all.map(({ deliveries }) => deliveries?.(context))),
    planned: all.flatMap(({ planned }) => planned?.(context) ?? []),
  };
}

/** What comes round. */
export const periodic = all.flatMap((feature) => feature.periodic ?? []);

/** Rows that are of no use after a time. */
export const kept: readonly Kept[] = all.flatMap((feature) => feature.kept ?? []);

/** Pages outside of the route table, and of these what takes forms. */
export const pages = all.flatMap((feature) => feature.pages ?? []);
export const formPages = all.flatMap((feature) => feature.formPages ?? []);
