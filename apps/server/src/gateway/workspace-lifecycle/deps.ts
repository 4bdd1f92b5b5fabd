import type { GatewayDeps, Region } from '../context.ts';
import type { WorkspaceProvider } from '../provider/client.ts';

/** What the workspace life works with; one value for the whole service. */
export type WorkspaceDeps = Pick<GatewayDeps, 'clock' | 'config' | 'forgotten'> & {
  regions: ReadonlyMap<string, Omit<Region, 'feed'>>;
  provider: WorkspaceProvider;
};
