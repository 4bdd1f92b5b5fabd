import type { Standing } from '@stint/domain/workspace/own-credential.ts';
import { highestRole } from '@stint/domain/workspace/roles.ts';
import { sql } from '../../platform/sql.ts';
import type { AccessParts } from '../access/asked.ts';
import type { GatewayDeps } from '../context.ts';
import type { JobRegion, PeriodicTask } from '../jobs/worker.ts';
import type { WorkspaceProvider } from '../provider/client.ts';
import { type Change, type ProviderFeed, readChanges } from '../token/changes.ts';
import { applyStanding } from './apply.ts';

export type FollowDeps = Pick<GatewayDeps, 'auth' | 'clock' | 'fetch' | 'log'> &
  Pick<AccessParts, 'directory'> & {
    provider: Pick<WorkspaceProvider, 'findStanding'>;
  };

const everyMs = 2000;

/**
 * Writes down in a region what the provider says of people: memberships that ended, roles that changed, tokens that are
 * void. It goes on where it left off, so nothing is lost while no process of ours ran; what is used meanwhile is held
 * against the provider itself. Any number of processes may do so: doing it twice changes nothing.
 */
export function followPeople(deps: FollowDeps, feed: Pick<ProviderFeed, 'cursor'>): PeriodicTask {
  const followed = new Map<string, number | null>();
  return {
    name: 'people of the provider',
    everyMs,
    // A provider that is away for a while is no failure of ours: the next look begins where this one did.
    async run(region) {
      const newest = feed.cursor();
      // This process reads what the provider tells anyway; only news is asked for again, from where the region stands.
      if (newest !== null && newest === followed.get(region.code)) return;
      await followOnce(deps, region).then(
        () => followed.set(region.code, newest),
        (error: unknown) =>
          deps.log.warn({ err: error, region: region.code }, 'what the provider says of people was not read'),
      );
    },
  };
}

/** One look at what is new. */
export async function followOnce(deps: FollowDeps, { code, database }: JobRegion): Promise<void> {
  const provider = deps.auth.tenantId;
  const row = await database.maybeOne<{ cursor: number }>(
    sql`select cursor from app.provider_cursor where provider = ${provider}`,
  );
  const { cursor, changes } = await readChanges(deps, row?.cursor ?? null);
  const concerned = new Map<string, Set<string>>();
  for (const { userUuid, tenantId } of changes.filter(isOfPerson)) {
    const tenants = concerned.get(String(userUuid)) ?? new Set();
    if (tenantId !== undefined) tenants.add(tenantId);
    concerned.set(String(userUuid), tenants);
  }
  for (const [userUuid, tenants] of concerned) {
    const askedAt = deps.clock.now();
    const standing = await deps.provider.findStanding(userUuid);
    for (const tenantId of new Set([...tenants, ...Object.keys(standing?.memberships ?? {})])) {
      const located = await deps.directory.find(code, tenantId);
      if (!located) continue;
      const said = sayOf(standing, tenantId);
      await applyStanding(database, located.tenantId, { userUuid, ...said, askedAt, now: deps.clock.now() });
    }
  }
  if (cursor === row?.cursor) return;
  await database.run(sql`insert into app.provider_cursor (provider, cursor, read_at)
    values (${provider}, ${cursor}, ${deps.clock.now()})
    on conflict (provider) do update set cursor = excluded.cursor, read_at = excluded.read_at`);
}

function isOfPerson({ kind, userUuid }: Change): boolean {
  return kind !== 'session' && userUuid !== undefined;
}

/** A lock may be lifted again, so by itself it ends no membership. */
function sayOf(standing: Standing | null, tenantId: string) {
  const membership = standing?.memberships[tenantId];
  const since = membership?.since ?? null;
  const validFrom = standing?.tokensValidFrom ?? null;
  const role = highestRole(membership?.roles ?? []);
  return { role, isGone: standing === null, since, tokensValidFrom: latest(since, validFrom) };
}

function latest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
