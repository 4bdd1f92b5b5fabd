import { sql } from '../../platform/sql.ts';
import type { World } from '../context.ts';
import { audit } from '../mechanisms/audit/audit.ts';
import type { AuthService } from '../service.ts';
import { type Arguments, UsageError } from './arguments.ts';

function worlds({ context }: AuthService): Promise<World[]> {
  return context.database.rows<World>(sql`select distinct root_tenant_id as "rootTenantId", mode from auth.signing_key
    where removed_at is null`);
}

export async function rotateSigningKey(service: AuthService) {
  const { keys } = service.context;
  const rows = [];
  for (const world of await worlds(service)) {
    await keys.rotate(world);
    rows.push({
      mode: world.mode,
      current: (await keys.current(world)).kid,
      published: (await keys.published(world)).length,
    });
  }
  return rows;
}

export async function removeSigningKeys(service: AuthService, { options }: Arguments) {
  if (options.yes !== true) throw new UsageError('Every token of every person dies. Repeat with --yes.');
  const { context } = service;
  const rows = [];
  for (const world of await worlds(service)) {
    await context.keys.removeAll(world);
    const now = context.clock.now();
    await audit(
      context.database,
      {
        action: 'signingkey.rotated',
        world,
        actorKind: 'system',
        actorId: 'cli',
        detail: { emergency: true },
      },
      now,
    );
    rows.push({ mode: world.mode, current: (await context.keys.current(world)).kid });
  }
  return rows;
}
