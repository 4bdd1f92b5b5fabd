import type { RouteTable } from '@stint/domain/api/route.ts';
import type { Handlers } from '../platform/http.ts';
import type { AccessParts, GatewayContexts } from './access/checks.ts';
import type { ChangeStreams } from './change-feed/streams.ts';
import type { GatewayDeps } from './context.ts';
import type { WorkspaceProvider } from './provider/client.ts';
import type { WeekStamps } from './timesheets/week-stamps.ts';

/** What features share beyond their request: the service, its caches and the provider. */
export type Core = GatewayDeps & {
  directory: AccessParts['directory'];
  standings: AccessParts['standings'];
  provider: WorkspaceProvider;
  weekStamps: WeekStamps;
  streams: ChangeStreams;
};

/** Handlers of one feature's part of the table. */
export type FeatureHandlers<Table extends RouteTable> = Handlers<Table, GatewayContexts>;
