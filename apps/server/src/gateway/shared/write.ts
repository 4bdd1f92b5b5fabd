import { createHash } from 'node:crypto';
import { AppError } from '@stint/domain/errors.ts';
import pg from 'pg';
import type { Transaction, TransactionOptions } from '../../platform/database.ts';
import { isUniqueViolation, violatedConstraint } from '../../platform/database-errors.ts';
import type { Http } from '../../platform/http.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';

/** A write and how to answer it again. Ids are made before the first try, so that a repeated try makes nothing new. */
export type Write<Entity, Answer> = {
  /** Ids of what is written; kept for a day with an Idempotency-Key, so never tokens or secrets. */
  entity: Entity;
  work(tx: Transaction, entity: Entity): Promise<Answer>;
  /** The answer to a repeated request; the work itself where that is repeatable. */
  again(tx: Transaction, entity: Entity): Promise<Answer>;
  options?: TransactionOptions;
};

/**
 * One transaction for the caller's workspace. With an Idempotency-Key the effect happens once in 24 h: the same request
 * again gets the present state of what it made (security 14).
 * @throws AppError `idempotency_mismatch` for another body, `in_progress` while the first is still at work,
 *   `name_taken`, `reference_invalid`, `validation_failed` where the database finds them
 */
export async function write<Entity, Answer>(
  context: MemberContext,
  http: Http,
  plan: Write<Entity, Answer>,
): Promise<Answer> {
  const key = requireKey(http);
  try {
    return await context.database.withTenant(
      context.tenantId,
      async (tx) => {
        const known = key === null ? null : await claim(tx, context, http, { key, entity: plan.entity });
        return known === null ? plan.work(tx, plan.entity) : plan.again(tx, known);
      },
      plan.options,
    );
  } catch (error) {
    throw toRefusal(error);
  }
}

function requireKey({ request }: Http): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  const message = 'Send one Idempotency-Key of 1 to 200 visible characters.';
  throw new AppError('validation_failed', {
    message,
    fields: [{ code: 'validation_failed', message, field: 'Idempotency-Key' }],
  });
}

/** An Idempotency-Key with the ids that its first request made. */
type KeyedEntity<Entity> = { key: string; entity: Entity };

/** Takes the key, or gives the ids that its first request made. Another request with the key waits for the first. */
async function claim<Entity>(
  tx: Transaction,
  context: MemberContext,
  { request }: Http,
  { key, entity }: KeyedEntity<Entity>,
): Promise<Entity | null> {
  const route = `${request.method} ${request.routeOptions.url}`;
  const bodyHash = createHash('sha256')
    .update(`${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('base64url');
  const { tenantId, identity, info } = context;
  const inserted = await tx
    .run(sql`
      insert into app.idempotency (tenant_id, user_id, route, key, body_hash, status, entity, created_at)
      values (${tenantId}, ${identity.userUuid}, ${route}, ${key}, ${bodyHash}, 200, ${JSON.stringify(entity)}, ${info.now})
      on conflict (tenant_id, user_id, route, key) do nothing`)
    .catch((error: unknown) => {
      throw isLockTimeout(error) ? new AppError('in_progress', { retryAfterSeconds: 2 }) : error;
    });
  if (inserted === 1) return null;
  const known = await tx.one<{ bodyHash: string; entity: Entity }>(sql`
    select body_hash as "bodyHash", entity from app.idempotency
    where tenant_id = ${tenantId} and user_id = ${identity.userUuid} and route = ${route} and key = ${key}`);
  if (known.bodyHash !== bodyHash) throw new AppError('idempotency_mismatch');
  return known.entity;
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

/** What the database refused, in the product's words; decided on SQLSTATE and constraint. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const constraint = violatedConstraint(error) ?? '';
  if (isUniqueViolation(error)) {
    if (constraint.endsWith('_name_key')) return new AppError('name_taken', { cause: error });
    if (constraint === 'team_member_email_key') return new AppError('email_exists', { cause: error });
    return new AppError('version_conflict', { cause: error });
  }
  if (error.code === '23503') return new AppError('reference_invalid', { cause: error });
  if (error.code === '23514' || error.code?.startsWith('22')) {
    return new AppError('validation_failed', {
      cause: error,
      message: 'A value is outside of what can be stored.',
    });
  }
  return error;
}
