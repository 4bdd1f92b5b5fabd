import { workspaceUrl } from '@stint/domain/workspace/host.ts';
import { sql } from '../../platform/sql.ts';
import type { GatewayDeps } from '../context.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { SendAppMail } from '../mail/app-mail.ts';
import { type CredentialRow, listCredentials } from './queries.ts';

type Facts = { workspace: string; slug: string; email: string | null; makerName: string };

const words: Record<CredentialRow['kind'], string> = {
  webhook: 'Webhook',
  sharedReport: 'Shared report',
  scheduledReport: 'Report by plan',
};

/** Tells an owner what a person who left had made for the workspace and what goes on without them. */
export function createCredentialsMail({
  config,
  send,
}: Pick<GatewayDeps, 'config'> & { send: SendAppMail }): JobHandler {
  return async (job, { database }) => {
    const tenantId = String(job.tenantId);
    const { makerID, ownerID } = job.payload as { makerID: string; ownerID: string };
    const [facts, credentials] = await database.withTenant(tenantId, async (tx) => [
      await tx.maybeOne<Facts>(sql`select t.name as workspace, t.slug, o.email, btrim(m.first_name || ' ' || m.last_name) as "makerName"
        from app.team_member o join app.tenant t on t.tenant_id = ${tenantId} and t.status = 'active'
        join app.team_member m on m.tenant_id = ${tenantId} and m.id = ${makerID}
        where o.tenant_id = ${tenantId} and o.id = ${ownerID} and o.status = 'active' and o.role = 'owner'`),
      (await listCredentials(tx, tenantId)).filter((one) => one.makerID === makerID),
    ]);
    if (!facts?.email || credentials.length === 0) return;
    const site = { protocol: config.scheme, mainDomain: config.mainDomain };
    await send({
      id: job.id,
      to: facts.email,
      subject: `${facts.makerName} left; what they set up goes on`,
      paragraphs: [
        `${facts.makerName} is no longer a member of ${facts.workspace}. This belongs to the workspace and goes on:`,
        ...credentials.map(describe),
        'Remove what is not needed any more, and give webhooks a new secret if the old one was known to that person alone.',
      ],
      button: { label: 'Open the settings', href: workspaceUrl(facts.slug, site, '/settings') },
      footnote: `You get this because you are an owner of ${facts.workspace}.`,
      sender: facts.workspace,
    });
  };
}

/** Of a webhook the host alone: what follows it is often a secret, and mail is read in many places. */
function describe({ kind, name }: CredentialRow): string {
  return `${words[kind]}: ${kind === 'webhook' ? new URL(name).host : name}`;
}
