import { languageFor } from '@stint/domain/language.ts';
import { workspaceUrl } from '@stint/domain/workspace/host.ts';
import { writerOf } from '@stint/domain/workspace/writer.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { sql } from '../../platform/sql.ts';
import type { GatewayDeps } from '../context.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { SendAppMail } from '../mail/app-mail.ts';
import { unsubscribeUrl } from '../mail/unsubscribe-link.ts';
import { formatsOf, type WithFormats } from '../shared/formats.ts';
import { wantsMail } from '../shared/wants-mail.ts';
import { digestWords } from './digest-words.ts';

type Deps = Pick<GatewayDeps, 'config'> & { secrets: Secrets; send: SendAppMail };
type Facts = {
  workspace: string;
  slug: string;
  publicId: string;
  email: string | null;
  locale: string | null;
  waiting: { name: string; weekEndDate: string; minutes: number }[];
  missing: string[];
} & WithFormats;

const maxLines = 30;

/** Mails somebody who decides on weeks what waits and who has not handed in; nothing to say sends nothing. */
export function createDigest({ config, secrets, send }: Deps): JobHandler {
  return async (job, { code, database }) => {
    const tenantId = String(job.tenantId);
    const approver = String(job.payload['approverID']);
    const weekEndDate = String(job.payload['weekEndDate']);
    const [facts] = await database.tenantRows<Facts>(tenantId, factsOf(tenantId, approver, weekEndDate));
    if (!facts?.email || facts.waiting.length + facts.missing.length === 0) return;
    const language = languageFor(facts.locale);
    const words = digestWords[language];
    const writer = writerOf(facts.formats, language);
    const lines = facts.waiting
      .slice(0, maxLines)
      .map((one) => words.line(one.name, writer.date(one.weekEndDate), writer.hours(one.minutes)));
    const more = facts.waiting.length > maxLines ? [words.more(facts.waiting.length - maxLines)] : [];
    const names = facts.missing.slice(0, maxLines).join(', ');
    await send({
      id: job.id,
      to: facts.email,
      language,
      subject: words.subject(facts.waiting.length, facts.missing.length),
      paragraphs: [
        ...(lines.length > 0 ? [words.waiting, ...lines, ...more] : [words.nothingWaits]),
        ...(facts.missing.length > 0 ? [words.missing(writer.date(weekEndDate), names)] : []),
      ],
      button: {
        label: words.label,
        href: workspaceUrl(
          facts.slug,
          { protocol: config.scheme, mainDomain: config.mainDomain },
          '/approvals',
        ),
      },
      footnote: words.footnote(facts.workspace),
      unsubscribeUrl: unsubscribeUrl(
        { config, secrets },
        {
          regionCode: code,
          publicId: facts.publicId,
          teamMemberID: approver,
          subscribed: { notification: 'digests' },
        },
      ),
      sender: facts.workspace,
    });
  };
}

/** Owners and admins see everybody, others the people they approve. */
function factsOf(tenantId: string, approver: string, weekEndDate: string) {
  const mine = sql`(me.role in ('owner', 'admin') or p.approver_id = me.id) and p.id <> me.id`;
  return sql`select t.name as workspace, ${formatsOf} as formats, t.slug, t.public_id as "publicId", case when ${wantsMail('me', 'digests')} then me.email end as email, me.locale,
      coalesce((select json_agg(json_build_object('name', btrim(p.first_name || ' ' || p.last_name), 'weekEndDate', w.week_end_on,
          'minutes', w.total_minutes) order by w.week_end_on, p.last_name)
        from app.timesheet_week w join app.team_member p on p.tenant_id = ${tenantId} and p.id = w.team_member_id
        where w.tenant_id = ${tenantId} and w.status = 'pending' and ${mine}), '[]'::json) as waiting,
      coalesce((select json_agg(btrim(p.first_name || ' ' || p.last_name) order by p.last_name)
        from app.team_member p
        left join app.timesheet_week w on w.tenant_id = ${tenantId} and w.team_member_id = p.id and w.week_end_on = ${weekEndDate}::date
        where p.tenant_id = ${tenantId} and p.status = 'active' and p.created_at < ${weekEndDate}::date
          and coalesce(w.status, 'open') in ('open', 'disapproved') and ${mine}), '[]'::json) as missing
    from app.team_member me join app.tenant t on t.tenant_id = ${tenantId}
    where me.tenant_id = ${tenantId} and me.id = ${approver} and me.status = 'active' and t.status = 'active'`;
}
