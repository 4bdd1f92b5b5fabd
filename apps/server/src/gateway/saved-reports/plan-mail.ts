import { type Language, languageFor } from '@stint/domain/language.ts';
import { parseRangeChoice, resolveRange } from '@stint/domain/time/date-range.ts';
import { isDateGroup, type ReportGroup, reportTree, type SharedColumn } from '@stint/domain/time/report.ts';
import { plainDateAt } from '@stint/domain/time/zone.ts';
import { workspaceUrl } from '@stint/domain/workspace/host.ts';
import { roleBehind } from '@stint/domain/workspace/own-credential.ts';
import { type Writer, writerOf } from '@stint/domain/workspace/writer.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { GatewayParts } from '../feature.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { unsubscribeUrl } from '../mail/unsubscribe-link.ts';
import { labelOf } from '../reports/files/line-table.ts';
import { reading, runReport } from '../reports/query.ts';
import { formatsOf, type WithFormats } from '../shared/formats.ts';
import { planMailWords } from './plan-mail-words.ts';
import type { Definition, StoredPlan } from './queries.ts';
import type { MailOfReport } from './send-by-plan.ts';

type Parts = Pick<GatewayParts, 'config' | 'send' | 'secrets' | 'standings'>;
type Report = Awaited<ReturnType<typeof runReport>>;

/** The report with its plan as they are now, and who gets this mail of it. */
type Facts = {
  workspace: string;
  slug: string;
  publicId: string;
  timeZone: string;
  name: string;
  definition: Definition;
  plan: StoredPlan;
  ownerId: string;
  sender: string;
  email: string;
  locale: string | null;
  userUuid: string;
} & WithFormats;

const mostLines = 20;

/** What a mail takes in one place, in characters; a subject also holds the dates. */
const longest = { name: 160, value: 200 };

/** Mails one member the totals of a report and its first lines. Who left, was taken out or may not open it gets nothing. */
export function createPlanMail(parts: Parts): JobHandler {
  return async (job, { code, database }) => {
    const tenantId = String(job.tenantId);
    const { reportID, teamMemberID, dueAt } = job.payload as MailOfReport;
    const facts = await findFacts(database, tenantId, { reportID, teamMemberID });
    if (!facts || !(await isMember(parts, facts))) return;
    const report = await database.withTenant(
      tenantId,
      (tx) => readReport(tx, tenantId, facts, dueAt),
      reading,
    );
    if (!report) return;
    const { publicId, slug, plan, workspace } = facts;
    const { config } = parts;
    const language = languageFor(facts.locale);
    const words = planMailWords[language];
    const writer = writerOf(facts.formats, language);
    const [from, to] = [writer.date(report.from), writer.date(report.to)];
    const site = { protocol: config.scheme, mainDomain: config.mainDomain };
    const subscribed = { reportID };
    await parts.send({
      id: job.id,
      to: facts.email,
      language,
      subject: words.subject(cut(facts.name), from, to),
      paragraphs: [words.lead(workspace, from, to), ...(report.totals.entries === 0 ? [words.nothing] : [])],
      figures: figuresOf(report, plan.columns, { language, writer }),
      button: { label: words.label, href: workspaceUrl(slug, site, `/reports?open=${reportID}`) },
      footnote: words.footnote(facts.sender, workspace, plan.every),
      unsubscribeUrl: unsubscribeUrl(parts, { regionCode: code, publicId, teamMemberID, subscribed }),
      sender: workspace,
    });
  };
}

/** Whoever is not the owner of the report may open it while the team may. */
async function findFacts(
  database: Database,
  tenantId: string,
  { reportID, teamMemberID }: Pick<MailOfReport, 'reportID' | 'teamMemberID'>,
): Promise<Facts | null> {
  const [row] = await database.tenantRows<Facts>(
    tenantId,
    sql`
    select t.name as workspace, ${formatsOf} as formats, t.slug, t.public_id as "publicId", t.time_zone as "timeZone", s.name, s.definition, s.schedule as plan,
      s.owner_id as "ownerId", btrim(b.first_name || ' ' || b.last_name) as sender, m.email, m.locale, m.user_id as "userUuid"
    from app.saved_report s
      join app.tenant t on t.tenant_id = ${tenantId} and t.status = 'active'
      join app.team_member m on m.tenant_id = ${tenantId} and m.id = ${teamMemberID}
      join app.team_member b on b.tenant_id = ${tenantId} and b.id = coalesce((s.schedule ->> 'setByID')::uuid, s.owner_id)
    where s.tenant_id = ${tenantId} and s.id = ${reportID} and s.deleted_at is null
      and s.schedule -> 'receiverIDs' ? ${teamMemberID}::text
      and (s.owner_id = m.id or s.is_shared)
      and m.status = 'active' and m.user_id is not null and m.email is not null`,
  );
  return row ?? null;
}

/** The provider knows first who is locked, left, or left and came back: whoever was chosen since is a receiver again. */
async function isMember({ standings }: Parts, { userUuid, plan, publicId }: Facts): Promise<boolean> {
  const { standing } = await standings.get(userUuid);
  return roleBehind({ kind: 'job', madeAt: new Date(plan.setAt) }, standing, publicId) !== null;
}

/** The report over its dates of the day on which it was due, by its first level alone. */
async function readReport(
  tx: Transaction,
  tenantId: string,
  { definition, plan, timeZone, ownerId }: Facts,
  dueAt: string,
): Promise<Report | null> {
  const choice = parseRangeChoice(definition.range);
  if (!choice) return null;
  const { kind, groupBy, filters, rounding } = definition;
  const first = kind === 'pivot' ? groupBy.find((group) => !isDateGroup(group)) : groupBy[0];
  const levels: ReportGroup[] = first ? [first] : [];
  const question = {
    ...resolveRange(choice, plainDateAt(new Date(dueAt), timeZone)),
    groupBy: levels,
    filters,
  };
  return runReport(
    tx,
    // As by a link: it is the workspace's, and shows what was chosen to be shown of all that it recorded.
    { tenantId, actor: { teamMemberID: ownerId, role: 'owner' } },
    { ...question, ...(rounding ? { rounding } : {}), withMoney: plan.columns.includes('amounts') },
  );
}

type Figures = Pick<Report['totals'], 'minutes' | 'roundedMinutes' | 'billableMinutes' | 'amounts'>;

/** The totals, one below the other, then what each line has, side by side. */
function figuresOf(
  report: Report,
  columns: readonly SharedColumn[],
  { language, writer }: { language: Language; writer: Writer },
): { label: string; value: string }[] {
  if (report.totals.entries === 0) return [];
  const words = planMailWords[language];
  const label = labelOf(report, language, writer.date);
  const valuesOf = (line: Figures) => columns.map((column) => fit(said[column](line, writer)) || '–');
  const totals = valuesOf(report.totals);
  const lines = reportTree(report.lines, report.groupBy, label);
  const more = lines.length - mostLines;
  return [
    ...columns.map((column, index) => ({ label: words.figures[column], value: totals[index] ?? '' })),
    ...lines.slice(0, mostLines).map((line) => ({
      label: label(0, line.keys[0] ?? null).slice(0, 400),
      value: fit(valuesOf(line).join(' · ')),
    })),
    ...(more > 0 ? [{ label: words.more(more), value: '' }] : []),
  ];
}

function cut(name: string): string {
  if (name.length <= longest.name) return name;
  // Not through the middle of a character that takes two places.
  return `${name.slice(0, longest.name - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Money in many currencies ends behind a whole amount: half of one would be another one. */
function fit(value: string): string {
  if (value.length <= longest.value) return value;
  const more = ' + …';
  return `${value.slice(0, value.lastIndexOf(' + ', longest.value - more.length))}${more}`;
}

const said: Record<SharedColumn, (line: Figures, writer: Writer) => string> = {
  hours: ({ minutes }, { hours }) => hours(minutes),
  rounded: ({ roundedMinutes }, { hours }) => hours(roundedMinutes),
  billable: ({ billableMinutes }, { hours }) => hours(billableMinutes),
  amounts: ({ amounts }, { money }) =>
    (amounts ?? []).map(({ amount, currency }) => money(amount, currency)).join(' + '),
};
