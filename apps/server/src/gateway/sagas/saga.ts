import { AppError, type ErrorCode } from '@stint/domain/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import type { GatewayDeps } from '../context.ts';
import type { WorkspaceProvider } from '../provider/client.ts';

/**
 * Work that spans the provider and this database, which share no transaction. Every step is repeatable: its ids are made
 * before the first try, and a step that was done already does nothing. A killed process leaves the row; the next one goes on.
 */
export type Saga<Payload = Record<string, unknown>> = {
  id: string;
  tenantId: string;
  /** Empty until the provider has made it. */
  publicId: string;
  userId: string | null;
  step: string;
  attempts: number;
  payload: Payload;
};

type SagaStep<Deps, Payload> = {
  name: string;
  run(deps: Deps, saga: Saga<Payload>): Promise<void>;
  /** Takes back what `run` did, if it did; steps without are not taken back. */
  undo?(deps: Deps, saga: Saga<Payload>): Promise<void>;
};

export type SagaKind<Deps, Payload = never> = {
  steps: SagaStep<Deps, Payload>[];
  /** Refusals that end the saga at once: trying again cannot help. */
  isFinal(error: unknown): boolean;
};

export type SagaDeps = { database: Database; clock: Clock };

/** What a step works with: the service, and the database of the region where the workspace lives. */
export type SagaContext = Pick<GatewayDeps, 'clock' | 'forgotten'> & {
  provider: WorkspaceProvider;
  database: Database;
  regionCode: string;
};

/** Sagas by their kind in the row; each kind has its own payload, and the row of a kind is read by that kind alone. */
// biome-ignore lint/suspicious/noExplicitAny: one record of kinds whose payloads differ
export type Sagas = Record<string, SagaKind<SagaContext, any>>;

/** Refusals that asking again cannot change. */
export function finalOn(...codes: ErrorCode[]): (error: unknown) => boolean {
  return (error) => error instanceof AppError && codes.includes(error.code);
}

const leaseMs = 60_000;
const maxAttempts = 12;

export type NewSaga = {
  kind: string;
  tenantId: string;
  publicId: string | null;
  userId: string | null;
  payload: Record<string, unknown>;
  firstStep: string;
};

/** Writes the row that keeps the work alive; call it in the transaction that decides on the work. */
export async function insertSaga(tx: Pick<Database, 'run'>, clock: Clock, saga: NewSaga): Promise<string> {
  const id = newId();
  const now = clock.now();
  await tx.run(sql`insert into app.workspace_saga
    (id, tenant_id, public_id, kind, step, state, payload, user_id, next_at, created_at, updated_at)
    values (${id}, ${saga.tenantId}, ${saga.publicId}, ${saga.kind}, ${saga.firstStep}, 'running',
      ${JSON.stringify(saga.payload)}, ${saga.userId}, ${now}, ${now}, ${now})`);
  return id;
}

/**
 * Goes on with one saga until it is done.
 * @throws AppError `in_progress` when another process has it now; a final refusal after the steps before it were undone;
 *   any other failure, after which a worker tries again
 */
export async function runSaga<Deps extends SagaDeps>(
  deps: Deps,
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own payload; the row of a kind is read by that kind alone
  kinds: Record<string, SagaKind<Deps, any>>,
  id: string,
): Promise<void> {
  const claimed = await claim(deps, id);
  if (!claimed) return;
  const { kind: kindName, ...saga } = claimed;
  const kind = kinds[kindName];
  if (!kind) throw new Error(`unknown saga ${kindName}`);
  const from = Math.max(
    0,
    kind.steps.findIndex((step) => step.name === saga.step),
  );
  for (const [index, step] of kind.steps.entries()) {
    if (index < from) continue;
    try {
      await step.run(deps, saga);
    } catch (error) {
      await handleFailure(deps, kind, saga, { index, error });
      throw error;
    }
    await advance(deps, id, kind.steps[index + 1]?.name ?? null);
  }
}

/** The sagas that nobody is working on and whose time has come, oldest first. */
export async function dueSagas({ database, clock }: SagaDeps): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(sql`select id from app.workspace_saga
    where state = 'running' and next_at <= ${clock.now()} order by next_at limit 20`);
  return rows.map((row) => row.id);
}

type Claimed = Saga & { kind: string };

async function claim({ database, clock }: SagaDeps, id: string): Promise<Claimed | null> {
  const now = clock.now();
  const lease = new Date(now.getTime() + leaseMs);
  const row = await database.maybeOne<Claimed>(sql`update app.workspace_saga
    set next_at = ${lease}, attempts = attempts + 1, updated_at = ${now}
    where id = ${id} and state = 'running' and next_at <= ${now}
    returning id, tenant_id as "tenantId", coalesce(public_id, '') as "publicId", user_id as "userId", kind, step, attempts, payload`);
  if (row) return row;
  const { state } = await database.one<{ state: string }>(
    sql`select state from app.workspace_saga where id = ${id}`,
  );
  if (state === 'running') throw new AppError('in_progress', { retryAfterSeconds: 2 });
  return null;
}

async function advance({ database, clock }: SagaDeps, id: string, next: string | null): Promise<void> {
  const now = clock.now();
  await database.run(
    next === null
      ? sql`update app.workspace_saga set state = 'done', error = null, updated_at = ${now} where id = ${id}`
      : sql`update app.workspace_saga set step = ${next}, error = null, updated_at = ${now} where id = ${id}`,
  );
}

async function handleFailure<Deps extends SagaDeps, Payload>(
  deps: Deps,
  kind: SagaKind<Deps, Payload>,
  saga: Saga<Payload>,
  { index, error }: { index: number; error: unknown },
): Promise<void> {
  const isFinal = kind.isFinal(error) || saga.attempts >= maxAttempts;
  const text = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
  const now = deps.clock.now();
  if (!isFinal) {
    const next = new Date(now.getTime() + Math.min(2 ** saga.attempts * 1000, 15 * 60_000));
    await deps.database.run(sql`update app.workspace_saga set next_at = ${next}, error = ${text}, updated_at = ${now}
      where id = ${saga.id}`);
    return;
  }
  for (const step of kind.steps.slice(0, index + 1).reverse()) await step.undo?.(deps, saga);
  await deps.database.run(sql`update app.workspace_saga set state = 'failed', error = ${text}, updated_at = ${now}
    where id = ${saga.id}`);
}
