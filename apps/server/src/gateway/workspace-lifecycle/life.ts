import { lifeRoutes } from '@stint/domain/api/gateway.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { FastifyInstance } from 'fastify';
import { registerRoutes, type ServiceOptions } from '../../platform/http.ts';
import { removeJobsOf } from '../../platform/queue/claims.ts';
import type { QueueWorker } from '../../platform/queue/worker.ts';
import { keepRawJson, keepZipStream } from '../../platform/raw-body.ts';
import { createSafeFetch } from '../../platform/safe-fetch.ts';
import { createSecrets } from '../../platform/secrets.ts';
import type { AccessParts, GatewayContexts } from '../access/checks.ts';
import { createDigest } from '../approvals/digest.ts';
import { reminders } from '../approvals/reminders.ts';
import { createWeekMail, enqueueWeekMail } from '../approvals/week-mail.ts';
import { purgeAudit } from '../audit-log/purge.ts';
import { budgetAlerts, createBudgetMail } from '../budgets/alerts.ts';
import { createContentHandlers } from '../content/routes.ts';
import type { GatewayDeps } from '../context.ts';
import { createCredentialsMail } from '../credentials/mail.ts';
import { createCredentialHandlers } from '../credentials/routes.ts';
import { createInvitationMail } from '../invitations/mail.ts';
import { createInvitationHandlers } from '../invitations/routes.ts';
import { housekeeping } from '../jobs/housekeeping.ts';
import { createJobWorker, type JobHandler } from '../jobs/worker.ts';
import { createAppMail } from '../mail/app-mail.ts';
import { followPeople } from '../people/follow.ts';
import type { WorkspaceProvider } from '../provider/client.ts';
import { getSubscription } from '../subscription/queries.ts';
import { createSubscriptionHandlers } from '../subscription/routes.ts';
import { seatSync } from '../subscription/seats.ts';
import type { Payments } from '../subscription/stripe.ts';
import type { ProviderFeed } from '../token/changes.ts';
import { removeOldZips, transferJobs } from '../transfer/jobs.ts';
import { createTransferHandlers } from '../transfer/routes.ts';
import { purgeTrash } from '../trash/purge.ts';
import { createEventFanOut, createWebhookDeliverer } from '../webhooks/deliver.ts';
import { createWebhookHandlers } from '../webhooks/routes.ts';
import type { WorkspaceDeps } from './deps.ts';
import { beginDueErasures, resumeSagas } from './resume.ts';
import { createWorkspaceHandlers } from './routes.ts';

export type LifeOptions = GatewayDeps & {
  provider: WorkspaceProvider;
  directory: AccessParts['directory'];
  standings: AccessParts['standings'];
  providerFeed: ProviderFeed | null;
  /** The payment service; nobody is charged where absent. */
  payments?: Payments | null;
  /** Jobs and periodic work of other features. */
  jobs?: Partial<Pick<Parameters<typeof createJobWorker>[0], 'handlers' | 'periodic'>>;
};

export type Life = {
  /** Adds every route of `lifeRoutes` to a scope that has the gateway's prefix. */
  plugin(
    app: FastifyInstance,
    service: Pick<ServiceOptions<typeof lifeRoutes, GatewayContexts>, 'access' | 'limit'>,
  ): Promise<void>;
  worker: QueueWorker;
  workspaces: WorkspaceDeps;
};

/** Jobs wait this long after a start, so that the first requests and their connections are not held up. */
const quietAfterStartMs = 3000;

/** Routes whose body is not JSON to be parsed: signed bytes, and a zip. */
const rawRoutes = {
  'POST /Subscription/Webhook': keepRawJson,
  'POST /Workspace/Imports': keepZipStream,
} as const;

/** Everything of a workspace's life beside the time itself: creation to deletion, people joining, payment, moving, webhooks. */
export function createLife(options: LifeOptions): Life {
  const { clock, config, regions, auth, log } = options;
  const payments = options.payments ?? null;
  const secrets = createSecrets(Buffer.from(config.secretKey ?? auth.adminKey.padEnd(32, '.')));
  const workspaces: WorkspaceDeps = { ...options, endPayment: endPaymentWith(regions, payments) };
  const handlers = {
    ...createWorkspaceHandlers(workspaces),
    ...createInvitationHandlers({ ...workspaces, auth }),
    ...createSubscriptionHandlers({ regions, clock, config, payments }),
    ...createWebhookHandlers({ clock, config, secrets }),
    ...createTransferHandlers({ clock }),
    ...createContentHandlers(options),
    ...createCredentialHandlers(options),
  };
  const post = createSafeFetch({ clock, allowLoopback: config.mode === 'test', pauses: 'address' });
  const send = createAppMail(options);
  const weekMail = createWeekMail({ config, clock, send });
  const worker = createJobWorker({
    quietMs: quietAfterStartMs,
    regions: [...regions.values()],
    log,
    deliveries: { 'webhook.deliver': createWebhookDeliverer({ clock, log, secrets, post }) },
    handlers: {
      ...options.jobs?.handlers,
      ...transferJobs(clock, options.standings),
      'invitation.mail': createInvitationMail({ ...options, send }),
      'webhook.event': eventHandler(clock),
      'week.mail': weekMail,
      'week.reminder': weekMail,
      'approver.digest': createDigest({ config, send }),
      'credentials.mail': createCredentialsMail({ config, send }),
      'budget.mail': createBudgetMail({ config, send }),
      'workspace.erased': (job, { queue }) => removeJobsOf(queue, String(job.tenantId)),
    },
    periodic: [
      ...(options.jobs?.periodic ?? []),
      {
        name: 'sagas',
        everyMs: 5000,
        run: (region) => resumeSagas(only(workspaces, region.code), logFailure),
      },
      {
        name: 'erasures',
        everyMs: 60 * 60_000,
        run: (region) => beginDueErasures(only(workspaces, region.code)),
      },
      // Another provider tells nothing by itself: there each person is asked for when it matters.
      ...(options.providerFeed ? [followPeople(options, options.providerFeed)] : []),
      reminders(clock),
      budgetAlerts(clock),
      purgeTrash(clock),
      purgeAudit(),
      ...seatSync(payments),
      removeOldZips(clock),
      ...housekeeping(clock),
    ],
  });
  function logFailure(error: unknown, about: { saga: string }): void {
    if (error instanceof AppError && error.code === 'in_progress') return;
    log.warn({ err: error, ...about }, 'a saga did not end and will be tried again');
  }
  return { worker, workspaces, plugin: (app, service) => registerLife(app, { ...service, handlers }) };
}

type Service = ServiceOptions<typeof lifeRoutes, GatewayContexts>;

async function registerLife(app: FastifyInstance, service: Omit<Service, 'table'>): Promise<void> {
  const keys = Object.keys(lifeRoutes) as (keyof typeof lifeRoutes)[];
  const tableOf = (wanted: (typeof keys)[number][]) =>
    Object.fromEntries(wanted.map((key) => [key, lifeRoutes[key]])) as typeof lifeRoutes;
  registerRoutes(app, { ...service, table: tableOf(keys.filter((key) => !(key in rawRoutes))) });
  for (const [key, keepBody] of Object.entries(rawRoutes)) {
    await app.register(async (scope) => {
      keepBody(scope);
      registerRoutes(scope, { ...service, table: tableOf([key as keyof typeof rawRoutes]) });
    });
  }
}

/** What happened reaches webhooks, and by mail the people it concerns. */
function eventHandler(clock: GatewayDeps['clock']): JobHandler {
  const fanOut = createEventFanOut({ clock });
  return async (job, region) => {
    await fanOut(job, region);
    await enqueueWeekMail({ clock }, job, region);
  };
}

function only(deps: WorkspaceDeps, code: string): WorkspaceDeps {
  const region = deps.regions.get(code);
  return { ...deps, regions: new Map(region ? [[code, region]] : []) };
}

/** The payment service of the configuration; its library is loaded where there is one. */
export async function configuredPayments({
  billing,
  stripe,
}: GatewayDeps['config']): Promise<Payments | null> {
  const { secretKey, webhookSecret, priceId, apiBase } = stripe;
  if (!billing || !secretKey || !webhookSecret || !priceId) return null;
  const { createStripePayments } = await import('../subscription/stripe.ts');
  return createStripePayments({ secretKey, webhookSecret, priceId, apiBase });
}

function endPaymentWith(
  regions: GatewayDeps['regions'],
  payments: Payments | null,
): WorkspaceDeps['endPayment'] {
  return async (regionCode, tenantId) => {
    const database = regions.get(regionCode)?.database;
    if (!payments || !database) return;
    const row = await database.withTenant(tenantId, (tx) => getSubscription(tx, tenantId));
    if (row.stripeSubscriptionId) await payments.cancelNow(row.stripeSubscriptionId);
  };
}
