import { AppError } from '@stint/domain/errors.ts';
import { DAY_MS } from '@stint/domain/time/units.ts';
import { slugFromName, slugProblem } from '@stint/domain/workspace/slug.ts';
import { isOutage } from '../../platform/database-errors.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import type { OpenRegion } from '../context.ts';
import { insertSaga, runSaga } from '../sagas/saga.ts';
import type { CreatePayload } from './create-saga.ts';
import type { WorkspaceDeps } from './deps.ts';
import { countCreated, findOwnCreation, getWorkspace, type WorkspaceRow } from './queries.ts';
import { workspaceSagas } from './sagas.ts';

const maxPerDay = 3;
/** How long a lost answer is given again. */
const repeatMs = 15 * 60_000;

export type CreateRequest = {
  userId: string;
  name: string;
  slug?: string | undefined;
  regionCode: string;
  timeZone?: string | undefined;
};

/**
 * Makes a workspace: the row that keeps the work alive first, then provider, rows, opening. Asked again for the same
 * address by the same person it goes on where it stopped, so a lost answer costs nothing.
 * @throws AppError `slug_invalid`, `slug_taken`, `region_unknown`, `rate_limited`, `upstream_failed`
 */
export async function createWorkspace(deps: WorkspaceDeps, request: CreateRequest): Promise<WorkspaceRow> {
  const slug = requireSlug(request.slug?.trim() || slugFromName(request.name));
  const region = requireRegion(deps, request.regionCode);
  const { database } = region;
  const since = new Date(deps.clock.now().getTime() - repeatMs);
  const known = await findOwnCreation(database, request.userId, slug, since);
  const sagaId = known ?? (await beginCreation(deps, region, request, slug));
  await runSaga({ ...deps, database, regionCode: request.regionCode }, workspaceSagas, sagaId);
  const { tenantId } = await database.one<{ tenantId: string }>(
    sql`select tenant_id as "tenantId" from app.workspace_saga where id = ${sagaId}`,
  );
  return database.withTenant(tenantId, (tx) => getWorkspace(tx, tenantId));
}

/** @throws AppError `slug_invalid` with the field and what is wrong */
export function requireSlug(slug: string): string {
  const problem = slugProblem(slug);
  if (problem === null) return slug;
  const message = slugMessages[problem];
  throw new AppError('slug_invalid', { message, fields: [{ code: 'slug_invalid', message, field: 'slug' }] });
}

const slugMessages = {
  empty: 'Choose an address for the workspace.',
  tooLong: 'The address can have at most 63 characters.',
  format: 'Use lowercase letters, digits and single hyphens.',
  reserved: 'This address is reserved. Choose another one.',
} as const;

function requireRegion(deps: WorkspaceDeps, code: string): OpenRegion {
  const region = deps.regions.get(code);
  if (!region) throw new AppError('region_unknown');
  return region;
}

async function beginCreation(
  deps: WorkspaceDeps,
  { database }: Pick<OpenRegion, 'database'>,
  request: CreateRequest,
  slug: string,
): Promise<string> {
  const owner = await deps.provider.findUser(request.userId);
  if (!owner) throw new AppError('relogin');
  const payload: CreatePayload = {
    name: request.name.trim(),
    slug,
    timeZone: request.timeZone ?? 'UTC',
    owner: { userId: request.userId, email: owner.email, name: owner.name },
  };
  const others = await countElsewhere(deps, database, request.userId);
  return database.transaction(async (tx) => {
    // Two requests of one person take turns, so that the count is exact.
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`create:${request.userId}`}, 0))`);
    const here = await countCreated(tx, request.userId, dayAgo(deps));
    if (others + here >= maxPerDay) throw tooMany();
    return insertSaga(tx, deps.clock, {
      kind: 'create',
      tenantId: newId(),
      publicId: null,
      userId: request.userId,
      payload,
      firstStep: 'provider-tenant',
    });
  });
}

async function countElsewhere(
  deps: WorkspaceDeps,
  here: OpenRegion['database'],
  userId: string,
): Promise<number> {
  const others = [...deps.regions.values()].filter((region) => region.database !== here);
  const counts = await Promise.all(
    // A region that is away keeps nobody from a workspace elsewhere: what was made there today is not counted then.
    others.map((region) => countCreated(region.database, userId, dayAgo(deps)).catch(noneIfAway)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function noneIfAway(error: unknown): number {
  if (isOutage(error)) return 0;
  throw error;
}

function dayAgo({ clock }: WorkspaceDeps): Date {
  return new Date(clock.now().getTime() - DAY_MS);
}

function tooMany(): AppError {
  return new AppError('rate_limited', {
    message: 'You can make three workspaces a day. Please try again tomorrow.',
    retryAfterSeconds: DAY_MS / 1000,
  });
}
