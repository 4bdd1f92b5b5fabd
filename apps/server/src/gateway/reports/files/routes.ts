import {
  REPORT_FILES,
  type ReportFile,
  type ReportFileForm,
  type ReportFileOf,
  type reportFileRoutes,
} from '@stint/domain/api/gateway/report-files.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { MemberContext } from '../../context.ts';
import type { FeatureHandlers, GatewayParts } from '../../feature.ts';
import { beginLongWork } from '../../long-work/begin.ts';
import { toWire } from '../../long-work/routes.ts';
import { fieldError } from '../../shared/sql-json.ts';
import { canSeeWeek, requireOwner } from '../../timesheets/see.ts';
import { requireRange } from '../range.ts';

const forms: Record<ReportFileForm, { end: string; contentType: string }> = {
  csv: { end: '.csv', contentType: 'text/csv; charset=utf-8' },
  xlsx: {
    end: '.xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  pdf: { end: '.pdf', contentType: 'application/pdf' },
  json: { end: '.json', contentType: 'application/json; charset=utf-8' },
  ics: { end: '.ics', contentType: 'text/calendar; charset=utf-8' },
  toggl: { end: '-toggl.csv', contentType: 'text/csv; charset=utf-8' },
  harvest: { end: '-harvest.csv', contentType: 'text/csv; charset=utf-8' },
};

const names: Record<Exclude<ReportFileOf, 'timesheet'>, string> = {
  entries: 'entries',
  lines: 'report',
  pivot: 'report-by-date',
  people: 'people',
};

export function reportFileHandlers({
  clock,
}: Pick<GatewayParts, 'clock'>): FeatureHandlers<typeof reportFileRoutes> {
  return {
    'POST /Reports/Files': async ({ body }, context) => {
      requireRange(body);
      requireForm(body);
      const { database, tenantId, info } = context;
      return database.withTenant(tenantId, async (tx) => {
        const file = { name: await nameOf(tx, context, body), contentType: forms[body.form].contentType };
        const work = { kind: 'report', ability: 'report.see', request: body, file } as const;
        return toWire(await beginLongWork(clock, tx, context, work), info.now);
      });
    },
  };
}

/** @throws AppError `validation_failed` for a form that there is not */
function requireForm({ of, form }: ReportFile): void {
  const there: readonly ReportFileForm[] = REPORT_FILES[of];
  if (there.includes(form)) return;
  throw fieldError('validation_failed', 'form', `This comes as ${there.join(', ')}. Choose one of them.`);
}

/** Says what is in the file. @throws AppError `not_found` for a person whose week may not be seen */
async function nameOf(tx: Queryable, context: MemberContext, file: ReportFile): Promise<string> {
  const { workspace, tenantId, actor } = context;
  const { of, from, to, form, teamMemberID = actor.teamMemberID } = file;
  const range = from === to ? from : `${from}-to-${to}`;
  if (of !== 'timesheet') return `${workspace.slug}-${names[of]}-${range}${forms[form].end}`;
  const owner = await requireOwner(tx, tenantId, actor, teamMemberID);
  if (!canSeeWeek(actor, 'time.see', owner)) throw new AppError('not_found');
  const { person } = await tx.one<{ person: string }>(sql`
    select btrim(first_name || ' ' || last_name) as person from app.team_member where tenant_id = ${tenantId} and id = ${teamMemberID}`);
  return `${workspace.slug}-timesheet-${person.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}-${range}.pdf`;
}
