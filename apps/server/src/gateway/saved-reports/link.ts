import type { savedReportRoutes } from '@stint/domain/api/gateway/saved-reports.ts';
import type { RouteOutput } from '@stint/domain/api/route.ts';
import { AppError } from '@stint/domain/errors.ts';
import { parseRangeChoice, resolveRange } from '@stint/domain/time/date-range.ts';
import type { ReportGroup, SharedColumn } from '@stint/domain/time/report.ts';
import { pivotGroups } from '@stint/domain/time/report-pivot.ts';
import { plainDateAt } from '@stint/domain/time/zone.ts';
import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { hashSecret } from '../access/personal-tokens.ts';
import type { GatewayParts } from '../feature.ts';
import { logoPath } from '../logo/logo.ts';
import { reading, runReport } from '../reports/query.ts';
import { formatsOf, type WithFormats } from '../shared/formats.ts';
import type { Definition } from './queries.ts';

type Shared = RouteOutput<(typeof savedReportRoutes)['GET /SharedReport/:token']>;
type Report = Awaited<ReturnType<typeof runReport>>;
type Figures = Shared['totals'];

type LinkParts = { regionCode: string; publicId: string; secret: string };

/** Region and workspace stand before the secret, so that it is looked for in one place alone. */
export function formatLinkToken({ regionCode, publicId, secret }: LinkParts): string {
  return `${regionCode}_${publicId}_${secret}`;
}

/**
 * What a link shows. Unknown, expired and withdrawn ones are answered alike, so that nobody learns whether there ever was
 * a report.
 * @throws AppError `gone`
 */
export async function readSharedReport(
  { directory }: Pick<GatewayParts, 'directory'>,
  token: string,
  now: Date,
): Promise<Shared> {
  const [, regionCode = '', publicId = '', secret = ''] =
    /^([a-z]{2,8})_([a-z0-9]+)_([0-9a-f]{64})$/.exec(token) ?? [];
  const located = secret ? await directory.find(regionCode, publicId) : null;
  if (located?.status !== 'active') throw ended();
  const { tenantId, region } = located;
  return region.database.withTenant(
    tenantId,
    async (tx) => {
      const link = await findLink(tx, tenantId, { hash: hashSecret(secret), now });
      const { definition, columns } = link;
      const choice = parseRangeChoice(definition.range);
      if (!choice) throw ended();
      const { from, to } = resolveRange(choice, plainDateAt(now, link.timeZone));
      const groupBy =
        definition.kind === 'pivot' ? pivotGroups(definition.groupBy, { from, to }) : definition.groupBy;
      const report = await runReport(
        tx,
        // The link is the workspace's: it shows what the workspace recorded, whoever made it.
        { tenantId, actor: { teamMemberID: link.ownerId, role: 'owner' } },
        {
          from,
          to,
          groupBy,
          filters: definition.filters,
          ...(definition.rounding ? { rounding: definition.rounding } : {}),
          withMoney: columns.includes('amounts'),
        },
      );
      const { kind, range } = definition;
      const shown = withoutIds(report, groupBy);
      return {
        workspace: link.workspace,
        logo: logoPath({ regionCode, publicId }, link.logoId),
        formats: link.formats,
        name: link.name,
        kind,
        range,
        from,
        to,
        groupBy,
        columns,
        lines: shown.lines.map(({ keys, ...figures }) => ({ keys, ...chosen(figures, columns) })),
        totals: chosen(report.totals, columns),
        labels: shown.labels,
      };
    },
    reading,
  );
}

function ended(): AppError {
  const message =
    'This link does not work any more. It expired or was withdrawn. Ask whoever sent it for a new one.';
  return new AppError('gone', { message });
}

type LinkRow = {
  ownerId: string;
  name: string;
  workspace: string;
  logoId: string | null;
  timeZone: string;
  definition: Definition;
  columns: SharedColumn[];
} & WithFormats;

async function findLink(
  tx: Queryable,
  tenantId: string,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<LinkRow> {
  const row = await tx.maybeOne<LinkRow>(sql`
    select s.owner_id as "ownerId", s.name, t.name as workspace, ${formatsOf} as formats, l.id as "logoId", t.time_zone as "timeZone", s.definition, s.share_columns as columns
    from app.saved_report s join app.tenant t on t.tenant_id = ${tenantId}
      left join app.workspace_logo l on l.tenant_id = ${tenantId}
    where s.tenant_id = ${tenantId} and s.share_hash = ${hash} and s.deleted_at is null
      and (s.share_expires_at is null or s.share_expires_at > ${now})`);
  if (!row) throw ended();
  return row;
}

function chosen(
  { minutes, roundedMinutes, billableMinutes, amounts }: Report['totals'],
  columns: readonly SharedColumn[],
): Figures {
  const has = (column: SharedColumn) => columns.includes(column);
  return {
    minutes: has('hours') ? minutes : null,
    roundedMinutes: has('rounded') ? roundedMinutes : null,
    billableMinutes: has('billable') ? billableMinutes : null,
    amounts: has('amounts') ? amounts : null,
  };
}

/** Ids of the workspace are nobody's business outside: each stands as the number of its first line. */
function withoutIds(
  { lines, labels }: Report,
  groupBy: readonly ReportGroup[],
): Pick<Report, 'lines' | 'labels'> {
  const numbers = groupBy.map(() => new Map<string, string>());
  const keyOf = (level: number, key: string | null): string | null => {
    const names = labels[level] ?? {};
    // Dates, words and statuses have no names of their own and stay; an id without a name is of something removed.
    if (key === null || (!(key in names) && !/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(key))) return key;
    const known = numbers[level];
    const number = known?.get(key) ?? String((known?.size ?? 0) + 1);
    known?.set(key, number);
    return number;
  };
  const shown = lines.map((line) => ({ ...line, keys: line.keys.map((key, level) => keyOf(level, key)) }));
  const named = numbers.map((known, level) =>
    Object.fromEntries([...known].map(([id, number]) => [number, labels[level]?.[id] ?? ''])),
  );
  return { lines: shown, labels: named };
}
