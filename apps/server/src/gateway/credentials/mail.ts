import { type Language, languageFor } from '@stint/domain/language.ts';
import { workspaceUrl } from '@stint/domain/workspace/host.ts';
import { sql } from '../../platform/sql.ts';
import type { GatewayDeps } from '../context.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { SendAppMail } from '../mail/app-mail.ts';
import { type CredentialRow, listCredentials } from './queries.ts';

type Facts = {
  workspace: string;
  slug: string;
  email: string | null;
  locale: string | null;
  makerName: string;
};

type Words = {
  kinds: Record<CredentialRow['kind'], string>;
  subject(maker: string): string;
  lead(maker: string, workspace: string): string;
  advice: string;
  label: string;
  footnote(workspace: string): string;
};

const wordsOf: Record<Language, Words> = {
  en: {
    kinds: { webhook: 'Webhook', sharedReport: 'Shared report', scheduledReport: 'Report by plan' },
    subject: (maker) => `${maker} left; what they set up goes on`,
    lead: (maker, workspace) =>
      `${maker} is no longer a member of ${workspace}. This belongs to the workspace and goes on:`,
    advice:
      'Remove what is not needed any more, and give webhooks a new secret if the old one was known to that person alone.',
    label: 'Open the settings',
    footnote: (workspace) => `You get this because you are an owner of ${workspace}.`,
  },
  de: {
    kinds: { webhook: 'Webhook', sharedReport: 'Geteilter Bericht', scheduledReport: 'Regelmäßiger Bericht' },
    subject: (maker) => `${maker} ist nicht mehr dabei; was eingerichtet war, läuft weiter`,
    lead: (maker, workspace) =>
      `${maker} gehört nicht mehr zu ${workspace}. Dies gehört dem Arbeitsbereich und läuft weiter:`,
    advice:
      'Entfernen Sie, was nicht mehr gebraucht wird, und geben Sie Webhooks ein neues Geheimnis, wenn das alte nur dieser Person bekannt war.',
    label: 'Einstellungen öffnen',
    footnote: (workspace) => `Sie bekommen diese E-Mail, weil Sie in ${workspace} Inhaberrechte haben.`,
  },
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
      await tx.maybeOne<Facts>(sql`select t.name as workspace, t.slug, o.email, o.locale, btrim(m.first_name || ' ' || m.last_name) as "makerName"
        from app.team_member o join app.tenant t on t.tenant_id = ${tenantId} and t.status = 'active'
        join app.team_member m on m.tenant_id = ${tenantId} and m.id = ${makerID}
        where o.tenant_id = ${tenantId} and o.id = ${ownerID} and o.status = 'active' and o.role = 'owner'`),
      (await listCredentials(tx, tenantId)).filter((one) => one.makerID === makerID),
    ]);
    if (!facts?.email || credentials.length === 0) return;
    const language = languageFor(facts.locale);
    const words = wordsOf[language];
    const site = { protocol: config.scheme, mainDomain: config.mainDomain };
    await send({
      id: job.id,
      to: facts.email,
      language,
      subject: words.subject(facts.makerName),
      paragraphs: [
        words.lead(facts.makerName, facts.workspace),
        ...credentials.map((one) => describe(one, words)),
        words.advice,
      ],
      button: { label: words.label, href: workspaceUrl(facts.slug, site, '/settings') },
      footnote: words.footnote(facts.workspace),
      sender: facts.workspace,
    });
  };
}

/** Of a webhook the host alone: what follows it is often a secret, and mail is read in many places. */
function describe({ kind, name }: CredentialRow, { kinds }: Words): string {
  return `${kinds[kind]}: ${kind === 'webhook' ? new URL(name).host : name}`;
}
