import { settings, type workspaceSettingsRoutes } from '@stint/domain/api/gateway/workspace-settings.ts';
import { AppError } from '@stint/domain/errors.ts';
import { isDateFormat } from '@stint/domain/time/format-date.ts';
import { isTimeZone } from '@stint/domain/time/zone.ts';
import { isNumberFormat } from '@stint/domain/workspace/formats.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import { statusAt } from '@stint/domain/workspace/subscription.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { RawJson } from '../../platform/http.ts';
import { addFields, type JsonText, joinFields, parseJson } from '../../platform/json-text.ts';
import { join, sql } from '../../platform/sql.ts';
import type { FeatureHandlers, GatewayParts } from '../feature.ts';
import { logoPath } from '../logo/logo.ts';
import { type Answer, answerJson } from '../shared/answer.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { assignments, changedFields, expressionsOf, pick } from '../shared/columns.ts';
import { jsonObject, listJson, oneJson } from '../shared/json-sql.ts';
import { bumpCatalog, fieldError, requireDate } from '../shared/sql-json.ts';
import { write } from '../shared/write.ts';
import { repriceDays } from '../totals/count.ts';
import { holidaysOf, listCountries } from './country-holidays.ts';

type Settings = Answer<'GET /Workspace/Settings'>;
type Start = Answer<'GET /Workspace'>;
type Holiday = Answer<'GET /Workspace/Holidays'>[number];

/** Settings of a workspace. */
function readSettings(tx: Queryable, tenantId: string): Promise<JsonText<Settings>> {
  return oneJson(
    tx,
    jsonObject<Settings>(expressionsOf(settings.fields, 't', {})),
    (text) => sql`select ${text} from app.tenant t where t.tenant_id = ${tenantId}`,
  );
}

/** What every page shows beside the settings: the logo, and from when on old time goes. */
function readShown(
  tx: Queryable,
  tenantId: string,
): Promise<{ logoId: string | null; beginsAt: Date | null }> {
  return tx.one(sql`select l.id as "logoId", r.begins_at as "beginsAt" from app.tenant t
    left join app.workspace_logo l on l.tenant_id = ${tenantId}
    left join app.retention r on r.tenant_id = ${tenantId}
    where t.tenant_id = ${tenantId}`);
}

const holidayItem = jsonObject<Holiday>({ date: 'h.held_on', name: 'h.name' });

function readHolidays(tx: Queryable, tenantId: string): Promise<JsonText<Holiday[]>> {
  return listJson(
    tx,
    holidayItem,
    'h.held_on',
    (text) => sql`select ${text} from app.holiday h where h.tenant_id = ${tenantId}`,
  );
}

type Replacing = { year: number; believed?: readonly Holiday[] | undefined };

/**
 * Two who change the same year at once come one after the other, and the second hears of the first.
 * @throws AppError `version_conflict` with the holidays of the year
 */
async function requireBelieved(
  tx: Transaction,
  tenantId: string,
  { year, believed }: Replacing,
): Promise<void> {
  if (!believed) return;
  await tx.run(sql`select 1 from app.tenant where tenant_id = ${tenantId} for update`);
  const all: Holiday[] = parseJson(await readHolidays(tx, tenantId));
  const current = all.filter(({ date }) => date.startsWith(`${year}-`));
  if (listOf(current) !== listOf(believed)) throw new AppError('version_conflict', { details: { current } });
}

const listOf = (holidays: readonly Holiday[]) =>
  holidays
    .map(({ date, name }) => `${date} ${name.trim()}`)
    .toSorted()
    .join('\n');

export function workspaceSettingsHandlers(
  parts: GatewayParts,
): FeatureHandlers<typeof workspaceSettingsRoutes> {
  return {
    'GET /Workspace': async (_input, context, http) => {
      const { workspace, member, identity, actor, database, tenantId, info } = context;
      const [current, shown] = await database.withTenant(
        tenantId,
        (tx) => Promise.all([readSettings(tx, tenantId), readShown(tx, tenantId)]),
        { readOnly: true },
      );
      const isTold = can(actor, 'workspace.delete') && shown.beginsAt !== null && shown.beginsAt > info.now;
      const { subscription } = workspace;
      const rest: Omit<Start, 'settings'> = {
        tenantID: workspace.publicId,
        name: workspace.name,
        slug: workspace.slug,
        regionCode: workspace.region.code,
        logo: logoPath({ regionCode: workspace.region.code, publicId: workspace.publicId }, shown.logoId),
        retentionBeginsAt: isTold ? (shown.beginsAt?.toISOString() ?? null) : null,
        subscription: {
          status: parts.config.billing ? statusAt(subscription, info.now) : 'active',
          isActive: workspace.isActive,
          trialEndsAt: subscription.trialEndsAt?.toISOString() ?? null,
        },
        me: {
          teamMemberID: member.teamMemberID,
          userID: identity.userUuid,
          firstName: member.firstName,
          lastName: member.lastName,
          role: actor.role,
          createEditProjects: actor.createEditProjects ?? false,
          createEditClientsActivities: actor.createEditClientsActivities ?? false,
          createEditTime: actor.createEditTime ?? false,
          isApprover: member.isApprover,
          timeZone: member.timeZone,
          locale: member.locale,
        },
      };
      return answerJson(http, addFields(joinFields({ settings: current }), rest));
    },
    'GET /Workspace/Settings': async (_input, { database, tenantId }, http) =>
      answerJson(
        http,
        await database.withTenant(tenantId, (tx) => readSettings(tx, tenantId), { readOnly: true }),
      ),
    'PUT /Workspace/Settings': async ({ body: { version, ...changes } }, context, http) => {
      const { tenantId, info } = context;
      if (typeof changes.lockDate === 'string') requireDate(changes.lockDate, 'lockDate');
      if (changes.timeZone !== undefined && !isTimeZone(changes.timeZone)) {
        throw fieldError(
          'validation_failed',
          'timeZone',
          'This time zone is not known. Use a name such as Europe/Zurich.',
        );
      }
      if (changes.dateFormat !== undefined && !isDateFormat(changes.dateFormat)) {
        throw fieldError(
          'validation_failed',
          'dateFormat',
          'This way of writing dates is not known. Use YYYY, one of M, MM and MMM, and D or DD, such as DD.MM.YYYY.',
        );
      }
      if (changes.numberFormat !== undefined && !isNumberFormat(changes.numberFormat)) {
        throw fieldError(
          'validation_failed',
          'numberFormat',
          'This way of writing numbers is not known. Use the tag of a language such as en, de or de-CH.',
        );
      }
      const text = await write(context, http, {
        entity: {},
        work: async (tx) => {
          const row = await tx.one<{ version: number }>(
            sql`select version from app.tenant where tenant_id = ${tenantId} for update`,
          );
          const before: Record<string, unknown> = parseJson(await readSettings(tx, tenantId));
          if (row.version !== version)
            throw new AppError('version_conflict', { details: { current: before } });
          const set = [
            ...assignments(settings.fields, changes, info.now),
            sql`catalog_version = catalog_version + 1`,
            sql`updated_at = ${info.now}`,
            sql`version = version + 1`,
          ];
          await tx.run(sql`update app.tenant set ${join(set)} where tenant_id = ${tenantId}`);
          if (changes.currency !== undefined && changes.currency !== before['currency'])
            await repriceDays(tx, tenantId, () => sql`true`);
          const after = changedFields(settings.fields, changes);
          const old = pick(before, Object.keys(after));
          await writeAudit(tx, auditSource(context), [
            { entity: 'workspace', entityId: tenantId, action: 'settingsChanged', before: old, after },
          ]);
          return readSettings(tx, tenantId);
        },
        again: (tx) => readSettings(tx, tenantId),
      });
      return new RawJson(text);
    },
    'GET /Workspace/Holidays': async (_input, { database, tenantId }, http) =>
      answerJson(
        http,
        await database.withTenant(tenantId, (tx) => readHolidays(tx, tenantId), { readOnly: true }),
      ),
    'GET /Workspace/Holidays/Countries': ({ query }, { workspace }) =>
      listCountries(query.language ?? 'en', workspace.settings.timeZone),
    'GET /Workspace/Holidays/Suggested': ({ query: { year, language = 'en', ...place } }) =>
      holidaysOf({ ...place, language }, year),
    'PUT /Workspace/Holidays': async ({ body }, context, http) => {
      const { tenantId } = context;
      const dates = body.holidays.map(({ date }, index) => requireDate(date, `holidays.${index}.date`));
      if (dates.some((date) => !date.startsWith(`${body.year}-`)))
        throw fieldError('date_invalid', 'holidays', 'A holiday is not in that year.');
      if (new Set(dates).size !== dates.length)
        throw fieldError('date_invalid', 'holidays', 'A date is named twice.');
      const text = await write(context, http, {
        entity: {},
        work: async (tx) => {
          await requireBelieved(tx, tenantId, body);
          await tx.run(
            sql`delete from app.holiday where tenant_id = ${tenantId} and held_on between make_date(${body.year}::int, 1, 1) and make_date(${body.year}::int, 12, 31)`,
          );
          if (dates.length > 0) {
            await tx.run(sql`insert into app.holiday (tenant_id, held_on, name)
              values ${join(body.holidays.map(({ date, name }) => sql`(${tenantId}, ${date}, ${name.trim()})`))}`);
          }
          await bumpCatalog(tx, tenantId);
          await writeAudit(tx, auditSource(context), [
            {
              entity: 'workspace',
              entityId: tenantId,
              action: 'holidaysChanged',
              after: { year: body.year, holidays: body.holidays },
            },
          ]);
          return readHolidays(tx, tenantId);
        },
        again: (tx) => readHolidays(tx, tenantId),
      });
      return new RawJson(text);
    },
  };
}
