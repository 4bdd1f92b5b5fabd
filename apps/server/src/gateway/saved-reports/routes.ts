import { randomBytes } from 'node:crypto';
import type { savedReportRoutes } from '@stint/domain/api/gateway/saved-reports.ts';
import { AppError } from '@stint/domain/errors.ts';
import { parseRangeChoice } from '@stint/domain/time/date-range.ts';
import { addDays, isGivenDate } from '@stint/domain/time/plain-date.ts';
import { isShareable } from '@stint/domain/time/report.ts';
import { isDayOf, nextSending } from '@stint/domain/time/report-plan.ts';
import { startOfDay } from '@stint/domain/time/zone.ts';
import { workspaceUrl } from '@stint/domain/workspace/host.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { hashSecret } from '../access/personal-tokens.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers, GatewayParts } from '../feature.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { fieldError, requireDate } from '../shared/sql-json.ts';
import { write } from '../shared/write.ts';
import { formatLinkToken, readSharedReport } from './link.ts';
import {
  countMembers,
  countOwnReports,
  type Definition,
  getReport,
  insertReport,
  listReports,
  lockReport,
  removeReport,
  type SavedReport,
  type StoredPlan,
  type StoredReport,
  setLink,
  setPlan,
  updateReport,
} from './queries.ts';

const mostReports = 200;

/** Reports that are kept: everybody's own, those of the team, and links to them for people outside. */
export function savedReportHandlers(parts: GatewayParts): FeatureHandlers<typeof savedReportRoutes> {
  return {
    'GET /Reports': async (_input, context) => {
      const { database, tenantId } = context;
      const rows = await database.withTenant(tenantId, (tx) => listReports(tx, context), { readOnly: true });
      return rows.map((row) => toWire(context, row));
    },
    'POST /Reports': async ({ body }, context, http) => {
      requireRange(body.definition);
      const { isShared = false, isPinned = false, name, definition } = body;
      return write(context, http, {
        entity: { id: newId() },
        work: async (tx, { id }) => {
          if ((await countOwnReports(tx, context)) >= mostReports) {
            const message = `A person can keep ${mostReports} reports. Remove one that is not needed any more.`;
            throw new AppError('too_many_items', { message });
          }
          await insertReport(tx, context, {
            id,
            name,
            definition,
            isShared,
            isPinned,
            now: context.info.now,
          });
          return told(tx, context, id, { action: 'added', after: { name, isShared } });
        },
        again: async (tx, { id }) => toWire(context, await getReport(tx, context, id)),
      });
    },
    'PUT /Reports/:id': async ({ params: { id }, body }, context, http) => {
      const { version, ...changes } = body;
      if (changes.definition) requireRange(changes.definition);
      return write(context, http, {
        entity: { id },
        work: async (tx) => {
          const current = await lockReport(tx, context, id);
          requireMayChange(context, current);
          requireUnchanged(context, current, version);
          const fields = { ...current, ...changes };
          if (isPublished(current)) requireShareable(fields.definition);
          await updateReport(tx, context.tenantId, { ...fields, now: context.info.now });
          const { definition: _whole, ...rest } = changes;
          return told(tx, context, id, { action: 'changed', after: rest });
        },
        again: async (tx) => toWire(context, await getReport(tx, context, id)),
      });
    },
    'DELETE /Reports/:id': ({ params: { id } }, context) => {
      const { database, tenantId, info } = context;
      return database.withTenant(tenantId, async (tx) => {
        const current = await lockReport(tx, context, id);
        requireMayChange(context, current);
        await removeReport(tx, tenantId, id, info.now);
        await audit(tx, context, id, { action: 'removed', before: { name: current.name } });
        return { reportID: id };
      });
    },
    'POST /Reports/:id/Link': ({ params: { id }, body }, context) => {
      const { database, tenantId, workspace } = context;
      const expiresAt = body.expiresOn === undefined ? null : lastMoment(context, body.expiresOn);
      const secret = randomBytes(32).toString('hex');
      const { columns } = body;
      return database.withTenant(tenantId, async (tx) => {
        requireShareable((await lockReport(tx, context, id)).definition);
        await setLink(tx, tenantId, id, { hash: hashSecret(secret), columns, expiresAt });
        const after = { columns, expiresAt: expiresAt?.toISOString() ?? null };
        const report = await told(tx, context, id, { action: 'linked', after });
        const site = { protocol: parts.config.scheme, mainDomain: parts.config.mainDomain };
        const token = formatLinkToken({
          regionCode: workspace.region.code,
          publicId: workspace.publicId,
          secret,
        });
        return { url: workspaceUrl(workspace.slug, site, `/share/${token}`), report };
      });
    },
    'DELETE /Reports/:id/Link': ({ params: { id } }, context) => {
      const { database, tenantId } = context;
      return database.withTenant(tenantId, async (tx) => {
        const current = await lockReport(tx, context, id);
        await setLink(tx, tenantId, id, null);
        await audit(tx, context, id, { action: 'unlinked' });
        // Not read again: somebody else's is out of sight once nobody outside sees it.
        return toWire(context, { ...current, isLinked: false, version: current.version + 1 });
      });
    },
    'PUT /Reports/:id/Schedule': async ({ params: { id }, body }, context, http) => {
      const { tenantId, info, actor } = context;
      const { version, ...given } = body;
      if (!isDayOf(given.every, given.on)) throw fieldError('validation_failed', 'on', noSuchDay);
      return write(context, http, {
        entity: { id },
        work: async (tx) => {
          const current = await lockReport(tx, context, id);
          requireUnchanged(context, current, version ?? current.version);
          requireShareable(current.definition);
          await requireReceivers(tx, tenantId, current, given.receiverIDs);
          const plan = { ...given, setByID: actor.teamMemberID, setAt: info.now.toISOString() };
          await setPlan(tx, tenantId, id, { plan, now: info.now });
          return told(tx, context, id, { action: 'scheduled', after: given });
        },
        again: async (tx) => toWire(context, await getReport(tx, context, id)),
      });
    },
    'DELETE /Reports/:id/Schedule': ({ params: { id } }, context) => {
      const { database, tenantId, info } = context;
      return database.withTenant(tenantId, async (tx) => {
        const current = await lockReport(tx, context, id);
        await setPlan(tx, tenantId, id, { plan: null, now: info.now });
        await audit(tx, context, id, { action: 'unscheduled' });
        // Not read again, as above.
        return toWire(context, { ...current, plan: null, version: current.version + 1 });
      });
    },
    'GET /SharedReport/:token': ({ params }, { info }) => readSharedReport(parts, params.token, info.now),
  };
}

const noSuchDay =
  'Choose a day from 1 to 7 for a week, Monday first, from 1 to 31 for a month, and 1 for every day.';

function toWire(context: MemberContext, row: StoredReport): SavedReport {
  const { id, name, definition, ownerId, ownerName, isShared, isPinned, version } = row;
  const mayPublish = can(context.actor, 'report.publish');
  return {
    reportID: id,
    name,
    definition,
    ownerID: ownerId,
    ownerName,
    isShared,
    isPinned,
    link:
      mayPublish && row.isLinked
        ? { columns: row.linkColumns ?? [], expiresAt: row.linkExpiresAt?.toISOString() ?? null }
        : null,
    schedule: mayPublish && row.plan ? planOf(context, row.plan) : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version,
  };
}

function planOf({ info, workspace }: MemberContext, plan: StoredPlan): NonNullable<SavedReport['schedule']> {
  const { setByID: _by, setAt: _at, ...shown } = plan;
  return { ...shown, nextAt: nextSending(plan, info.now, workspace.settings.timeZone).toISOString() };
}

type Deed = { action: string; before?: unknown; after?: unknown };

/** Writes down what was done, and gives the report as it is now. */
async function told(tx: Queryable, context: MemberContext, id: string, deed: Deed): Promise<SavedReport> {
  await audit(tx, context, id, deed);
  return toWire(context, await getReport(tx, context, id));
}

function audit(tx: Queryable, context: MemberContext, id: string, deed: Deed): Promise<void> {
  return writeAudit(tx, auditSource(context), [{ entity: 'report', entityId: id, ...deed }]);
}

/** @throws AppError `version_conflict` with the report as it is */
function requireUnchanged(context: MemberContext, current: StoredReport, version: number): void {
  if (current.version === version) return;
  throw new AppError('version_conflict', { details: { current: toWire(context, current) } });
}

/**
 * Its owner, or whoever answers for the workspace where others rely on it. What people outside see is changed by nobody
 * who could not have shown it to them.
 * @throws AppError `forbidden`
 */
function requireMayChange({ actor, identity }: MemberContext, report: StoredReport): void {
  const isShown = isPublished(report);
  const isOwn = report.ownerId === actor.teamMemberID && !isShown;
  // What a link or a mail shows is set up in person, so a program does not change it either.
  const inPerson = !isShown || identity.kind === 'session';
  if (inPerson && (can(actor, 'report.publish') || isOwn)) return;
  const message = isShown ? refusalOf(inPerson) : othersReport;
  throw new AppError('forbidden', { message });
}

const othersReport = 'This report is somebody else’s. Save it under another name to change it.';

function refusalOf(inPerson: boolean): string {
  return inPerson
    ? 'Others see this report by a link or by mail. Save it under another name, or ask an owner or admin.'
    : 'Others see this report by a link or by mail, so a token cannot change it. Sign in to do so.';
}

/** Whether others see it who did not ask for it: by a link, or by mail. */
function isPublished({ isLinked, plan }: StoredReport): boolean {
  return isLinked || plan !== null;
}

/** @throws AppError `validation_failed` for people who are no members, or who could not open the report */
async function requireReceivers(
  tx: Queryable,
  tenantId: string,
  { ownerId, isShared }: StoredReport,
  ids: readonly string[],
): Promise<void> {
  const refuse = (message: string) => fieldError('validation_failed', 'receiverIDs', message);
  if ((await countMembers(tx, tenantId, ids)) < ids.length)
    throw refuse('Choose people who are members of this workspace.');
  if (!isShared && ids.some((id) => id !== ownerId))
    throw refuse('Only its owner sees this report. Share it with the team before it is mailed to others.');
}

/** @throws AppError `validation_failed` */
function requireRange({ range }: Definition): void {
  const choice = parseRangeChoice(range);
  const isGiven = choice?.kind !== 'custom' || (isGivenDate(choice.from) && isGivenDate(choice.to));
  if (choice && isGiven) return;
  const message = 'Choose a range such as thisMonth, rolling-30 or 2026-11-01..2026-11-15.';
  throw fieldError('validation_failed', 'definition.range', message);
}

/** @throws AppError `validation_failed` */
function requireShareable({ kind }: Definition): void {
  if (isShareable(kind)) return;
  const message =
    'A link or a mail shows a summary or a table by day. Choose one of them for this report first.';
  throw fieldError('validation_failed', 'definition.kind', message);
}

/** The end of a day in the workspace's zone. @throws AppError `date_invalid`, `validation_failed` for a day that is over */
function lastMoment({ workspace, info }: MemberContext, expiresOn: string): Date {
  const end = startOfDay(addDays(requireDate(expiresOn, 'expiresOn'), 1), workspace.settings.timeZone);
  if (end > info.now) return end;
  throw fieldError('validation_failed', 'expiresOn', 'This day is over. Choose today or a later day.');
}
