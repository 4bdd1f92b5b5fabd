import type { GatewayDeps, OpenRegion } from '../context.ts';
import type { WorkspaceProvider } from '../provider/client.ts';

/** What the workspace life works with; one value for the whole service. */
export type WorkspaceDeps = Pick<GatewayDeps, 'clock' | 'config' | 'forgotten'> & {
  regions: ReadonlyMap<string, OpenRegion>;
  provider: WorkspaceProvider;
};
