import type { GatewayDeps } from '../context.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { WorkspaceProvider } from '../workspaces/provider.ts';
import { getWorkspace } from '../workspaces/queries.ts';
import { getInvitation } from './queries.ts';
import { formatToken, invitationSecret } from './token.ts';

type Deps = Pick<GatewayDeps, 'auth' | 'clock'> & { provider: WorkspaceProvider };

/** Mails the link of an invitation that is still open; the secret is derived again, it is stored nowhere. */
export function createInvitationMail(deps: Deps): JobHandler {
  return async ({ tenantId, payload }, { code, database }) => {
    const id = String(payload['invitationId']);
    const { invitation, workspace } = await database.withTenant(String(tenantId), async (tx) => ({
      invitation: await getInvitation(tx, String(tenantId), id),
      workspace: await getWorkspace(tx, String(tenantId)),
    }));
    const isOver = invitation.acceptedAt || invitation.revokedAt || invitation.expiresAt <= deps.clock.now();
    if (isOver || !invitation.sentAt) return;
    const secret = invitationSecret(deps.auth.adminKey, id, invitation.sentAt);
    const token = formatToken({ regionCode: code, publicId: workspace.publicId, secret });
    await deps.provider.invite({
      email: invitation.email,
      workspaceName: workspace.name,
      inviterName: invitation.invitedBy,
      redirect: `/invite?token=${token}`,
    });
  };
}
