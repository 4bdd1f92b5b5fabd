import type { RouteTable } from '@stint/domain/api/route.ts';
import type { Handlers } from '../platform/http.ts';
import type { SafeFetch } from '../platform/safe-fetch.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { AccessParts } from './access/asked.ts';
import type { GatewayContexts } from './access/checks.ts';
import type { ChangeStreams } from './change-feed/streams.ts';
import type { GatewayDeps } from './context.ts';
import type { JobHandler, PeriodicTask } from './jobs/worker.ts';
import type { SendAppMail } from './mail/app-mail.ts';
import type { Payments } from './payments/stripe.ts';
import type { WorkspaceProvider } from './provider/client.ts';
import type { Sagas } from './sagas/saga.ts';
import type { ProviderFeed } from './token/changes.ts';

/** What features are made from: the service, its caches, and whom it talks to. */
export type GatewayParts = GatewayDeps &
  Pick<AccessParts, 'directory' | 'standings'> & {
    provider: WorkspaceProvider;
    /** Null where another provider is asked each time instead. */
    providerFeed: ProviderFeed | null;
    streams: ChangeStreams;
    /** Null where nobody is charged. */
    payments: Payments | null;
    secrets: Secrets;
    send: SendAppMail;
    /** For addresses that people entered. */
    post: SafeFetch;
  };

/** Handlers of a feature's table, one per row. */
export type FeatureHandlers<Table extends RouteTable> = Handlers<Table, GatewayContexts>;

/** Everything that a feature adds to the service. */
export type Feature = FeatureWork & { routes: RouteTable; handlers: FeatureHandlers<RouteTable> };

type FeatureWork = {
  /** What does its jobs, by their kind. */
  jobs?: Record<string, JobHandler>;
  /** Jobs of minutes, for somebody who waits: they have slots of their own, so that mails do not wait behind them. */
  longJobs?: Record<string, JobHandler>;
  /** Jobs that call strangers: they may take their time, and have slots of their own. */
  deliveries?: Record<string, JobHandler>;
  /** Each hears of everything that happened in a workspace. */
  listeners?: readonly JobHandler[];
  /** What comes round, once for all processes of a region. */
  periodic?: readonly PeriodicTask[];
  sagas?: Sagas;
};

/** A feature with its calls: a row without a handler, or a handler without a row, does not compile. */
export function defineFeature<const Table extends RouteTable>(
  feature: FeatureWork & { routes: Table; handlers: FeatureHandlers<Table> },
): Feature {
  return feature as unknown as Feature;
}

/** A feature that nobody calls. */
export function defineSilentFeature(feature: FeatureWork): Feature {
  return { ...feature, routes: {}, handlers: {} };
}
