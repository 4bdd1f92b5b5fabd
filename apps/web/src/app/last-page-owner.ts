import type { WorkspaceStart } from '../lib/gateway.ts';
import type { LastPageOwner } from '../lib/last-page.ts';

/** The signed-in person in this workspace. */
export function ownerOf({ me, tenantID }: WorkspaceStart): LastPageOwner {
  return { userId: me.userID, tenantId: tenantID };
}
