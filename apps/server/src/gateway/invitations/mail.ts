import { languageFor } from '@stint/domain/language.ts';
import { plainName } from '@stint/domain/plain-name.ts';
import { newId } from '../../platform/ids.ts';
import type { GatewayDeps } from '../context.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { AppMail, SendAppMail } from '../mail/app-mail.ts';
import type { WorkspaceProvider } from '../provider/client.ts';
import { getWorkspace } from '../workspace-lifecycle/queries.ts';
import { invitationWords } from './mail-words.ts';
import { getInvitation, type InvitationRow, wasInvitedBefore } from './queries.ts';
import { formatToken, invitationSecret } from './token.ts';

type Deps = Pick<GatewayDeps, 'auth' | 'clock'> & { provider: WorkspaceProvider; send: SendAppMail };

/** Mails the link of an invitation that is still open; the secret is derived again, it is stored nowhere. */
export function createInvitationMail(deps: Deps): JobHandler {
  return async ({ tenantId, payload }, { code, database }) => {
    const id = String(payload['invitationId']);
    const { invitation, workspace, isAgain } = await database.withTenant(String(tenantId), async (tx) => {
      const found = await getInvitation(tx, String(tenantId), id);
      return {
        invitation: found,
        workspace: await getWorkspace(tx, String(tenantId)),
        isAgain: await wasInvitedBefore(tx, String(tenantId), found),
      };
    });
    const isOver = invitation.acceptedAt || invitation.revokedAt || invitation.expiresAt <= deps.clock.now();
    if (isOver || !invitation.sentAt) return;
    const secret = invitationSecret(deps.auth.adminKey, id, invitation.sentAt);
    const token = formatToken({ regionCode: code, publicId: workspace.publicId, secret });
    const invite = { email: invitation.email, redirect: `/invite?token=${token}` };
    // Another provider mails invitations itself, in its own words.
    if (deps.auth.profile === 'v0') return deps.provider.invite(invite);
    const href = await deps.provider.inviteLink(invite);
    await deps.send(compose({ ...invitation, isAgain }, workspace.name, href));
  };
}

/** An invitation, and whether the person has been sent one before. */
type Invited = InvitationRow & { isAgain: boolean };

/** A new id for each try: the link of a try before is void by now, so its mail helps nobody. */
function compose({ email, invitedBy, role, locale, isAgain }: Invited, name: string, href: string): AppMail {
  const language = languageFor(locale);
  const words = invitationWords[language];
  // Names that people chose, in a mail to somebody outside.
  const [workspace, inviter] = [plainName(name), plainName(invitedBy) || words.somebody];
  return {
    id: newId(),
    to: email,
    language,
    subject: words.subject(inviter, workspace, isAgain),
    paragraphs: [words.lead(workspace, role), ...(isAgain ? [words.again] : []), words.life],
    button: { label: words.label(workspace), href },
    footnote: words.footnote,
    sender: workspace,
  };
}
