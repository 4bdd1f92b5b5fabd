import type { retentionRoutes } from '@stint/domain/api/gateway/retention.ts';
import { AppError } from '@stint/domain/errors.ts';
import { beginsAt, LEAST_MONTHS, MOST_MONTHS, remindsAt } from '@stint/domain/workspace/retention.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers, GatewayParts } from '../feature.ts';
import { enqueue, takeBack } from '../jobs/queue.ts';
import type { Answer } from '../shared/answer.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { bumpCatalog, fieldError } from '../shared/sql-json.ts';
import { write } from '../shared/write.ts';
import { countOldTime, findRetention, lastOldDay, type StoredRetention } from './queries.ts';
import { REMINDER, tellOwners } from './tell-owners.ts';

type Retention = Answer<'GET /Workspace/Retention'>;

/** Counting all time of a workspace may take its time. */
const countTimeoutMs = 30_000;

export function retentionHandlers(
  parts: Pick<GatewayParts, 'clock'>,
): FeatureHandlers<typeof retentionRoutes> {
  return {
    'GET /Workspace/Retention': (_input, { database, tenantId }) =>
      database.withTenant(tenantId, async (tx) => toWire(await findRetention(tx, tenantId)), {
        readOnly: true,
      }),
    'GET /Workspace/Retention/Preview': ({ query }, { database, tenantId, info }) => {
      const months = requireMonths(query.months);
      return database.withTenant(
        tenantId,
        async (tx) => {
          const begins = beginsAt(info.now, months, whereSet(await findRetention(tx, tenantId)));
          // What is to go already goes at once where less is kept from then on.
          const at = new Date(Math.max(begins.getTime(), info.now.getTime()));
          const until = await lastOldDay(tx, tenantId, { months, at });
          return {
            beginsAt: at.toISOString(),
            untilDate: until,
            ...(await countOldTime(tx, tenantId, until)),
          };
        },
        { readOnly: true, statementTimeoutMs: countTimeoutMs },
      );
    },
    'PUT /Workspace/Retention': ({ body: { months, version } }, context, http) => {
      const { tenantId } = context;
      return write(context, http, {
        entity: {},
        work: async (tx) => {
          const before = await lockRetention(tx, tenantId);
          if (before.version !== version)
            throw new AppError('version_conflict', { details: { current: toWire(before) } });
          const begins = beginsAt(context.info.now, months, whereSet(before));
          await store(tx, context, { months, begins });
          await audit(tx, context, {
            action: 'retentionSet',
            before: toAudit(before),
            after: toAudit({ months, beginsAt: begins }),
          });
          await tellOwners(tx, parts.clock, tenantId, { beginsAt: begins.toISOString() });
          await planReminder(tx, parts.clock, tenantId, begins);
          return toWire(await findRetention(tx, tenantId));
        },
        again: async (tx) => toWire(await findRetention(tx, tenantId)),
        options: { statementTimeoutMs: countTimeoutMs },
      });
    },
    'DELETE /Workspace/Retention': (_input, context) => {
      const { database, tenantId } = context;
      return database.withTenant(tenantId, async (tx) => {
        const before = await lockRetention(tx, tenantId);
        if (before.months === null) return toWire(before);
        await tx.run(sql`update app.retention set months = null, set_at = null, set_by = null, begins_at = null,
          done_until = null, version = version + 1 where tenant_id = ${tenantId}`);
        await takeBack(tx, tenantId, reminderKey(tenantId));
        await bumpCatalog(tx, tenantId);
        await audit(tx, context, { action: 'retentionEnded', before: toAudit(before) });
        return toWire(await findRetention(tx, tenantId));
      });
    },
  };
}

/** @throws AppError `validation_failed` */
function requireMonths(text: string): number {
  const months = Number(text);
  if (months >= LEAST_MONTHS && months <= MOST_MONTHS) return months;
  const message = `Time is kept for ${LEAST_MONTHS} to ${MOST_MONTHS} months. Choose a number between them.`;
  throw fieldError('validation_failed', 'months', message);
}

/**
 * Two owners who set it at once come one after the other, and what empties weeks waits for both. Of those who set it for the
 * first time, the second waits for the row of the first.
 */
async function lockRetention(tx: Transaction, tenantId: string): Promise<StoredRetention> {
  await tx.run(
    sql`insert into app.retention (tenant_id, version) values (${tenantId}, 0) on conflict (tenant_id) do nothing`,
  );
  await tx.run(sql`select 1 from app.retention where tenant_id = ${tenantId} for update`);
  return findRetention(tx, tenantId);
}

async function store(
  tx: Transaction,
  { tenantId, identity, info }: MemberContext,
  { months, begins }: { months: number; begins: Date },
): Promise<void> {
  await tx.run(sql`
    update app.retention set months = ${months}, set_at = ${info.now}, set_by = ${identity.userUuid}, begins_at = ${begins},
      done_until = null, version = version + 1 where tenant_id = ${tenantId}`);
  await bumpCatalog(tx, tenantId);
}

/** A week before it begins whoever is an owner then is told once more; what was planned before is taken back. */
async function planReminder(tx: Transaction, clock: Clock, tenantId: string, begins: Date): Promise<void> {
  const key = reminderKey(tenantId);
  await takeBack(tx, tenantId, key);
  const availableAt = remindsAt(clock.now(), begins);
  const payload = { beginsAt: begins.toISOString() };
  if (availableAt) await enqueue(tx, clock, { kind: REMINDER, tenantId, payload, key, availableAt });
}

const reminderKey = (tenantId: string) => `${REMINDER}:${tenantId}`;

function audit(
  tx: Transaction,
  context: MemberContext,
  deed: { action: string; before?: unknown; after?: unknown },
): Promise<void> {
  const { tenantId } = context;
  return writeAudit(tx, auditSource(context), [{ entity: 'workspace', entityId: tenantId, ...deed }]);
}

const whereSet = (stored: StoredRetention) => (stored.months === null ? null : stored);

const toAudit = ({ months, beginsAt: begins }: Pick<StoredRetention, 'months' | 'beginsAt'>) =>
  months === null ? null : { months, beginsAt: begins?.toISOString() };

function toWire({ months, beginsAt: begins, setAt, setByName, version }: StoredRetention): Retention {
  return {
    months,
    beginsAt: begins?.toISOString() ?? null,
    setAt: setAt?.toISOString() ?? null,
    setByName,
    version,
  };
}
