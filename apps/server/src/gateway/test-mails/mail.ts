import { type Language, languageFor } from '@stint/domain/language.ts';
import { addWeeks, weekEndOf } from '@stint/domain/time/week.ts';
import { workspaceUrl } from '@stint/domain/workspace/host.ts';
import type { Notification } from '@stint/domain/workspace/notifications.ts';
import { writerOf } from '@stint/domain/workspace/writer.ts';
import { sql } from '../../platform/sql.ts';
import type { GatewayParts } from '../feature.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { formatsOf, type WithFormats } from '../shared/formats.ts';
import { samples } from './samples.ts';

type Facts = {
  workspace: string;
  slug: string;
  email: string | null;
  locale: string | null;
  personName: string;
} & WithFormats;

/** Marks a mail as what it is, so that nobody acts on it. */
const MARKS: Record<Language, { subject: (subject: string) => string; footnote: string }> = {
  en: {
    subject: (subject) => `Test: ${subject}`,
    footnote: 'You sent yourself this mail from your settings. Nothing in it has happened.',
  },
  de: {
    subject: (subject) => `Test: ${subject}`,
    footnote: 'Sie haben sich diese E-Mail aus Ihren Einstellungen geschickt. Nichts davon ist geschehen.',
  },
};

/** Mails the sample of one kind. */
export function createTestMail({
  clock,
  config,
  send,
}: Pick<GatewayParts, 'clock' | 'config' | 'send'>): JobHandler {
  return async (job, { database }) => {
    const tenantId = String(job.tenantId);
    const [facts] = await database.tenantRows<Facts>(
      tenantId,
      sql`select t.name as workspace, ${formatsOf} as formats, t.slug, m.email, m.locale, btrim(m.first_name || ' ' || m.last_name) as "personName"
        from app.team_member m join app.tenant t on t.tenant_id = ${tenantId}
        where m.tenant_id = ${tenantId} and m.id = ${String(job.payload['teamMemberID'])} and m.status = 'active'`,
    );
    if (!facts?.email) return;
    const { workspace, slug, email, personName } = facts;
    const language = languageFor(facts.locale);
    const week = addWeeks(weekEndOf(clock.now().toISOString().slice(0, 10)), -1);
    const name = job.payload['name'] as Notification;
    const { subject, paragraphs, label, path } = samples[name](
      { workspace, personName, week, writer: writerOf(facts.formats, language) },
      language,
    );
    const site = { protocol: config.scheme, mainDomain: config.mainDomain };
    await send({
      id: job.id,
      to: email,
      language,
      subject: MARKS[language].subject(subject),
      paragraphs,
      button: { label, href: workspaceUrl(slug, site, path) },
      footnote: MARKS[language].footnote,
      sender: workspace,
    });
  };
}
