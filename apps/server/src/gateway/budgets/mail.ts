import { workspaceUrl } from '@stint/domain/workspace/host.ts';
import { sql } from '../../platform/sql.ts';
import type { GatewayDeps } from '../context.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { SendAppMail } from '../mail/app-mail.ts';
import { wantsMail } from '../shared/wants-mail.ts';

type MailFacts = { workspace: string; slug: string; project: string; email: string | null };

/** Mails the manager of a project, or the owner where it has none; nobody where that person switched it off. */
export function createBudgetMail({
  config,
  send,
}: Pick<GatewayDeps, 'config'> & { send: SendAppMail }): JobHandler {
  return async (job, { database }) => {
    const tenantId = String(job.tenantId);
    const projectId = String(job.payload['projectID']);
    const [facts] = await database.tenantRows<MailFacts>(
      tenantId,
      sql`select t.name as workspace, t.slug, p.name as project, coalesce(
          (select case when ${wantsMail('m', 'budgets')} then m.email else '' end from app.team_member m where m.tenant_id = ${tenantId} and m.id = p.manager_id and m.status = 'active'),
          (select case when ${wantsMail('a', 'budgets')} then a.email else '' end from app.team_member a
            where a.tenant_id = ${tenantId} and a.role = 'owner' and a.status = 'active' order by a.created_at limit 1)) as email
        from app.project p join app.tenant t on t.tenant_id = ${tenantId}
        where p.tenant_id = ${tenantId} and p.id = ${projectId}`,
    );
    if (!facts?.email) return;
    const site = { protocol: config.scheme, mainDomain: config.mainDomain };
    await send({
      id: job.id,
      to: facts.email,
      subject: `${facts.project} has used ${String(job.payload['percent'])} % of its budget`,
      paragraphs: [
        `The project ${facts.project} has reached ${String(job.payload['percent'])} % of its budget.`,
      ],
      button: { label: 'Open the project', href: workspaceUrl(facts.slug, site, `/projects/${projectId}`) },
      footnote: `You get this because you manage this project in ${facts.workspace}.`,
      sender: facts.workspace,
    });
  };
}
