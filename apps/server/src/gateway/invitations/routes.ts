import type { invitationRoutes } from '@stint/domain/api/gateway/invitations.ts';
import { workspaceOrigin } from '@stint/domain/workspace/host.ts';
import type { GatewayDeps } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import { tellTotal } from '../shared/list.ts';
import type { WorkspaceDeps } from '../workspace-lifecycle/deps.ts';
import { acceptInvitation, findInvitation, requireUsable } from './accept.ts';
import {
  type InviteResult,
  inviteOne,
  readInvitationLink,
  resendInvitation,
  revokeInvitation,
} from './invite.ts';
import { type InvitationRow, listInvitations } from './queries.ts';

type Deps = WorkspaceDeps & Pick<GatewayDeps, 'auth'>;

/** Handlers of inviting and joining. */
export function createInvitationHandlers(deps: Deps): FeatureHandlers<typeof invitationRoutes> {
  return {
    'GET /Invitations': async (_, { database, tenantId, info }, http) => {
      const rows = await database.withTenant(tenantId, (tx) => listInvitations(tx, tenantId, info.now), {
        readOnly: true,
      });
      tellTotal(http, rows[0]?.total ?? 0);
      return rows.map((row) => toWire(row, info.now));
    },
    'POST /Invitations': async ({ body }, context) => {
      const { emails, role, teamMemberID, createEditProjects, createEditClientsActivities, createEditTime } =
        body;
      const flags = { createEditProjects, createEditClientsActivities, createEditTime };
      const results = await context.database.withTenant(context.tenantId, async (tx) => {
        const done: InviteResult[] = [];
        for (const [index, email] of emails.entries()) {
          const seat = index === 0 ? teamMemberID : undefined;
          done.push(await inviteOne(deps, tx, context, { email, role, flags, teamMemberID: seat }));
        }
        return done;
      });
      return {
        results: results.map(({ email, outcome, invitation }) => ({
          email,
          outcome,
          invitation: invitation && { ...toWire(invitation, context.info.now), link: invitation.link },
        })),
      };
    },
    'POST /Invitations/:id/Resend': async ({ params }, context) => {
      const sent = await context.database.withTenant(context.tenantId, (tx) =>
        resendInvitation(deps, tx, context, params.id),
      );
      return { ...toWire(sent, context.info.now), link: sent.link };
    },
    'POST /Invitations/:id/Link': async ({ params }, context) => {
      const sent = await context.database.withTenant(context.tenantId, (tx) =>
        readInvitationLink(deps, tx, context, params.id),
      );
      return { ...toWire(sent, context.info.now), link: sent.link };
    },
    'DELETE /Invitations/:id': async ({ params }, context) => {
      const revoked = await context.database.withTenant(context.tenantId, (tx) =>
        revokeInvitation(tx, context, params.id),
      );
      return toWire(revoked, context.info.now);
    },
    'GET /Invitations/:token/Preview': async ({ params }, { info }) => {
      const found = await findInvitation(deps, params.token);
      requireUsable(found, info.now);
      const { workspace, invitation } = found;
      return {
        workspaceName: workspace.name,
        slug: workspace.slug,
        inviterName: invitation.invitedBy,
        email: invitation.email,
        role: invitation.role,
        expiresAt: invitation.expiresAt.toISOString(),
      };
    },
    'POST /Invitations/:token/Accept': async ({ params }, { identity, regions }) => {
      const here = { ...deps, regions };
      const { workspace, teamMemberID } = await acceptInvitation(here, identity.userUuid, params.token);
      const { config } = deps;
      return {
        tenantID: workspace.publicId,
        slug: workspace.slug,
        url: workspaceOrigin(workspace.slug, { protocol: config.scheme, mainDomain: config.mainDomain }),
        regionCode: workspace.regionCode,
        teamMemberID,
      };
    },
  };
}

function toWire(row: InvitationRow, now: Date) {
  return {
    invitationID: row.id,
    email: row.email,
    role: row.role,
    status: statusOf(row, now),
    invitedBy: row.invitedBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
  };
}

function statusOf(row: InvitationRow, now: Date): 'pending' | 'accepted' | 'revoked' | 'expired' {
  if (row.acceptedAt) return 'accepted';
  if (row.revokedAt) return 'revoked';
  return row.expiresAt <= now ? 'expired' : 'pending';
}
