import type { Config } from '../../config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { WorkspaceProvider } from './provider.ts';

/** A data region as the gateway has it open. */
export type Region = { name: string; database: Database };

/** What the workspace life works with; one value for the whole service. */
export type WorkspaceDeps = {
  regions: ReadonlyMap<string, Region>;
  provider: WorkspaceProvider;
  clock: Clock;
  /** Ends what is paid for a workspace that is erased; nothing to end is done already. */
  endPayment(regionCode: string, tenantId: string): Promise<void>;
  config: Pick<Config, 'mainDomain' | 'scheme' | 'mode' | 'billing'>;
};
