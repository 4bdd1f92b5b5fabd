import { languageFor } from '@stint/domain/language.ts';
import { workspaceUrl } from '@stint/domain/workspace/host.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import { ROLES, type Role } from '@stint/domain/workspace/roles.ts';
import { sql } from '../../platform/sql.ts';
import type { GatewayDeps } from '../context.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { SendAppMail } from '../mail/app-mail.ts';
import { wantsMail } from '../shared/wants-mail.ts';
import { budgetMailWords } from './mail-words.ts';

type MailFacts = {
  workspace: string;
  slug: string;
  project: string;
  receiver: { email: string; locale: string | null } | null;
};

/** Who is shown amounts: how much of a budget in money is used tells of rates. */
const rolesThatSee = (editorsSeeBillRates: boolean): Role[] =>
  ROLES.filter((role) => can({ teamMemberID: '', role, editorsSeeBillRates }, 'rate.seeBill'));

/**
 * Mails the manager of a project, or the owner where it has none, or its budget is in money and the manager is shown none; nobody
 * where that person switched it off.
 */
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
          (select jsonb_build_object('email', case when ${wantsMail('m', 'budgets')} then m.email else '' end, 'locale', m.locale) from app.team_member m where m.tenant_id = ${tenantId} and m.id = p.manager_id and m.status = 'active'
            and (p.budget_kind <> 'amount' or m.role = any(case when t.editors_see_bill_rates then ${rolesThatSee(true)}::text[] else ${rolesThatSee(false)}::text[] end))),
          (select jsonb_build_object('email', case when ${wantsMail('a', 'budgets')} then a.email else '' end, 'locale', a.locale) from app.team_member a
            where a.tenant_id = ${tenantId} and a.role = 'owner' and a.status = 'active' order by a.created_at limit 1)) as receiver
        from app.project p join app.tenant t on t.tenant_id = ${tenantId}
        where p.tenant_id = ${tenantId} and p.id = ${projectId}`,
    );
    if (!facts?.receiver?.email) return;
    const language = languageFor(facts.receiver.locale);
    const words = budgetMailWords[language];
    const percent = String(job.payload['percent']);
    const site = { protocol: config.scheme, mainDomain: config.mainDomain };
    await send({
      id: job.id,
      to: facts.receiver.email,
      language,
      subject: words.subject(facts.project, percent),
      paragraphs: [words.text(facts.project, percent)],
      button: { label: words.label, href: workspaceUrl(facts.slug, site, `/projects/${projectId}`) },
      footnote: words.footnote(facts.workspace),
      sender: facts.workspace,
    });
  };
}
