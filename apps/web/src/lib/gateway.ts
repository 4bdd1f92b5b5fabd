import type { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import type { RouteInput, RouteOutput } from '@stint/domain/api/route.ts';

/** The gateway's calls; only their types reach the browser. */
export type GatewayTable = typeof gatewayRoutes;

/** What a call answers. */
export type Answer<Key extends keyof GatewayTable> = RouteOutput<GatewayTable[Key]>;

/** What a call is given in its body. */
export type Body<Key extends keyof GatewayTable> = RouteInput<GatewayTable[Key]>['body'];

/** What a call is given in its address. */
export type Query<Key extends keyof GatewayTable> = RouteInput<GatewayTable[Key]>['query'];

export type WorkspaceStart = Answer<'GET /Workspace'>;

/** What changed, and where to go on. */
export type Heard = Answer<'GET /Changes'>;
