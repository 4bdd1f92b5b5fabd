import { languageFor } from '@stint/domain/language.ts';
import { plainDateAt } from '@stint/domain/time/zone.ts';
import { workspaceUrl } from '@stint/domain/workspace/host.ts';
import { writerOf } from '@stint/domain/workspace/writer.ts';
import { sql } from '../../platform/sql.ts';
import type { GatewayParts } from '../feature.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { formatsOf, type WithFormats } from '../shared/formats.ts';
import { noticeWords } from './notice-words.ts';
import { countOldTime, findRetention, lastOldDay } from './queries.ts';

type Facts = {
  workspace: string;
  slug: string;
  timeZone: string;
  email: string | null;
  locale: string | null;
} & WithFormats;

/** Tells an owner from when on old time is removed, how much of it, and how to take it back; nothing where that was done. */
export function createRetentionNotice({ config, send }: Pick<GatewayParts, 'config' | 'send'>): JobHandler {
  return async (job, { database }) => {
    const tenantId = String(job.tenantId);
    const found = await database.withTenant(
      tenantId,
      async (tx) => {
        const facts = await tx.maybeOne<Facts>(sql`
          select t.name as workspace, t.slug, t.time_zone as "timeZone", ${formatsOf} as formats, m.email, m.locale
          from app.team_member m join app.tenant t on t.tenant_id = ${tenantId} and t.status = 'active'
          where m.tenant_id = ${tenantId} and m.id = ${String(job.payload['teamMemberID'])} and m.status = 'active' and m.role = 'owner'`);
        const retention = await findRetention(tx, tenantId);
        // Another notice tells of what was set since.
        const isMeant = retention.beginsAt?.toISOString() === job.payload['beginsAt'];
        if (!facts?.email || retention.months === null || !isMeant) return null;
        const { months, beginsAt } = retention;
        const until = await lastOldDay(tx, tenantId, { months, at: beginsAt });
        const { entries, minutes } = await countOldTime(tx, tenantId, until);
        return { ...facts, to: facts.email, ...retention, until, entries, minutes };
      },
      { readOnly: true, statementTimeoutMs: 30_000 },
    );
    if (!found) return;
    const { workspace, slug, to, months, beginsAt, timeZone } = found;
    const language = languageFor(found.locale);
    const writer = writerOf(found.formats, language);
    const words = noticeWords[language];
    const site = { protocol: config.scheme, mainDomain: config.mainDomain };
    const begins = writer.date(plainDateAt(beginsAt, timeZone));
    await send({
      id: job.id,
      to,
      language,
      subject: (job.payload['isReminder'] ? words.reminder : words.subject)(workspace, begins),
      paragraphs: [
        words.who(found.setByName, workspace, months),
        words.what(begins, writer.date(found.until)),
        words.how,
      ],
      figures: [
        { label: words.entries, value: writer.count(found.entries) },
        { label: words.hours, value: writer.hours(found.minutes) },
      ],
      button: { label: words.label, href: workspaceUrl(slug, site, '/settings/data') },
      footnote: words.footnote(workspace),
      sender: workspace,
    });
  };
}
