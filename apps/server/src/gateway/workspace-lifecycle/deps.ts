import type { GatewayDeps, Region } from '../context.ts';
import type { WorkspaceProvider } from '../provider/client.ts';

/** What the workspace life works with; one value for the whole service. */
export type WorkspaceDeps = Pick<GatewayDeps, 'clock' | 'config'> & {
  regions: ReadonlyMap<string, Omit<Region, 'feed'>>;
  provider: WorkspaceProvider;
  /** Ends what is paid for a workspace that is erased; nothing to end is done already. */
  endPayment(regionCode: string, tenantId: string): Promise<void>;
};
