import { languageFor } from '@stint/domain/language.ts';
import { workspaceUrl } from '@stint/domain/workspace/host.ts';
import { writerOf } from '@stint/domain/workspace/writer.ts';
import type { Database } from '../../platform/database.ts';
import type { Job } from '../../platform/queue/job.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { sql } from '../../platform/sql.ts';
import type { GatewayDeps } from '../context.ts';
import { enqueue } from '../jobs/queue.ts';
import type { JobHandler, JobRegion } from '../jobs/worker.ts';
import type { AppMail, SendAppMail } from '../mail/app-mail.ts';
import { unsubscribeUrl } from '../mail/unsubscribe-link.ts';
import { formatsOf, type WithFormats } from '../shared/formats.ts';
import { wantsMail } from '../shared/wants-mail.ts';
import { type WeekMailKind, weekMailWords } from './week-mail-words.ts';

type Deps = Pick<GatewayDeps, 'config' | 'clock'> & { secrets: Secrets; send: SendAppMail };
type Facts = {
  workspace: string;
  slug: string;
  publicId: string;
  personName: string;
  personEmail: string | null;
  approverName: string | null;
  approverEmail: string | null;
  personLocale: string | null;
  approverLocale: string | null;
  actorName: string | null;
  totalMinutes: number;
} & WithFormats;

/** The week of a job: what happened to it, whose, which, and for decisions who and why. */
type WeekPayload = {
  kind: WeekMailKind;
  teamMemberID: string;
  weekEndDate: string;
  by?: string;
  reason?: string | null;
  /** Of the mail: the event's own, so that an event that is done again after a kill mails nobody twice. */
  mailID?: string;
  /** A reminder that came by itself, and can be ended; one that somebody sends by hand arrives. */
  isScheduled?: boolean;
};

/** Who gets the mail of each event, and where its button leads; a row that is not here mails nobody. */
const mails: Record<WeekMailKind, { to: 'person' | 'approver'; path: string }> = {
  submitted: { to: 'approver', path: '/approvals' },
  approved: { to: 'person', path: '/time' },
  disapproved: { to: 'person', path: '/time' },
  reopened: { to: 'person', path: '/time' },
  reminder: { to: 'person', path: '/time' },
};

/** An event of a week becomes the job that mails about it; others mail nobody. */
export async function enqueueWeekMail(
  { clock }: Pick<Deps, 'clock'>,
  job: Job,
  { database }: JobRegion,
): Promise<void> {
  const [subject, kind] = String(job.payload['event']).split('.');
  if (subject !== 'timesheet' || !kind || !(kind in mails)) return;
  const payload = { ...(job.payload['data'] as object), kind, mailID: job.id };
  await enqueue(database, clock, {
    kind: 'week.mail',
    tenantId: job.tenantId,
    payload,
    key: `week.mail:${job.id}`,
  });
}

/** Mails what happened to a week, or that it is missing. */
export function createWeekMail(deps: Deps): JobHandler {
  return async (job, { code, database }) => {
    const week = { ...job.payload, kind: job.payload['kind'] ?? 'reminder' } as WeekPayload;
    const facts = await readFacts(database, String(job.tenantId), week);
    const mail = facts && compose(deps, week.mailID ?? job.id, week, facts);
    if (mail) await deps.send({ ...mail, ...endOf(deps, code, week, facts) });
  };
}

function compose({ config }: Deps, id: string, week: WeekPayload, facts: Facts): AppMail | null {
  const { to: receiver, path: page } = mails[week.kind];
  const isToPerson = receiver === 'person';
  const to = isToPerson ? facts.personEmail : facts.approverEmail;
  if (!to) return null;
  const language = languageFor(isToPerson ? facts.personLocale : facts.approverLocale);
  const writer = writerOf(facts.formats, language);
  const told = { ...facts, hours: writer.hours(facts.totalMinutes) };
  const date = writer.date(week.weekEndDate);
  const { mails: words, footnote } = weekMailWords[language];
  const { subject, body, label } = words[week.kind];
  const path = page === '/time' ? `/time?week=${week.weekEndDate}` : page;
  const href = workspaceUrl(facts.slug, { protocol: config.scheme, mainDomain: config.mainDomain }, path);
  return {
    id,
    to,
    language,
    subject: subject(told, date),
    paragraphs: body(told, date, week.reason ?? null),
    button: { label, href },
    footnote: footnote(facts.workspace),
    sender: facts.workspace,
  };
}

/** The way to end reminders that come by themselves. */
function endOf(deps: Deps, regionCode: string, week: WeekPayload, { publicId }: Facts) {
  if (!week.isScheduled) return {};
  const { teamMemberID } = week;
  const subscribed = { notification: 'reminders' } as const;
  return { unsubscribeUrl: unsubscribeUrl(deps, { regionCode, publicId, teamMemberID, subscribed }) };
}

async function readFacts(database: Database, tenantId: string, week: WeekPayload): Promise<Facts | null> {
  // Reminders have a switch of their own, looked at when they are sent out; one that somebody sends by hand arrives.
  const asked = week.kind === 'reminder';
  const [row] = await database.tenantRows<Facts>(
    tenantId,
    sql`select t.name as workspace, ${formatsOf} as formats, t.slug, t.public_id as "publicId", btrim(m.first_name || ' ' || m.last_name) as "personName", case when ${asked} or ${wantsMail('m', 'weeks')} then m.email end as "personEmail",
        btrim(a.first_name || ' ' || a.last_name) as "approverName", case when ${wantsMail('a', 'weeks')} then a.email end as "approverEmail",
        m.locale as "personLocale", a.locale as "approverLocale",
        (select btrim(b.first_name || ' ' || b.last_name) from app.team_member b
          where b.tenant_id = ${tenantId} and b.user_id = ${week.by ?? null}::uuid) as "actorName",
        coalesce(w.total_minutes, 0) as "totalMinutes"
      from app.team_member m join app.tenant t on t.tenant_id = ${tenantId}
      left join app.team_member a on a.tenant_id = ${tenantId} and a.status = 'active' and a.id = coalesce(m.approver_id,
        (select o.id from app.team_member o where o.tenant_id = ${tenantId} and o.role = 'owner' and o.status = 'active'
          and o.id <> m.id order by o.created_at limit 1))
      left join app.timesheet_week w on w.tenant_id = ${tenantId} and w.team_member_id = m.id and w.week_end_on = ${week.weekEndDate}::date
      where m.tenant_id = ${tenantId} and m.id = ${week.teamMemberID} and m.status = 'active' and t.status = 'active'`,
  );
  return row ?? null;
}
