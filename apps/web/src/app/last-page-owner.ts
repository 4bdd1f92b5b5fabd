import type { WorkspaceStart } from '../lib/gateway.ts';
import type { LastPageOwner } from '../lib/last-page.ts';

/** Whose last page is kept: the signed-in person's, in this workspace. */
export function ownerOf({ me, tenantID }: WorkspaceStart): LastPageOwner {
  return { userId: me.userID, tenantId: tenantID };
}
