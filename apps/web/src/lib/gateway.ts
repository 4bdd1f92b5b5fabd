import type { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import type { RouteOutput } from '@stint/domain/api/route.ts';

/** The gateway's calls; only their types reach the browser. */
export type GatewayTable = typeof gatewayRoutes;

/** What a call answers. */
export type Answer<Key extends keyof GatewayTable> = RouteOutput<GatewayTable[Key]>;

export type Workspace = Answer<'GET /Workspaces'>[number];
export type WorkspaceStart = Answer<'GET /Workspace'>;
export type WeekSheet = Answer<'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate'>;
export type Entry = WeekSheet['entries'][number];
export type Project = Answer<'GET /Projects'>[number];
export type Client = Answer<'GET /Clients'>[number];
export type Activity = Answer<'GET /Activities'>[number];
export type TeamMember = Answer<'GET /TeamMember/:id'>;
