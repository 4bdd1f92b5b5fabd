import { sql } from '../../platform/sql.ts';
import { audit } from '../mechanisms/audit/audit.ts';
import type { Realm } from '../model/realm.ts';
import type { AuthService } from '../service.ts';
import { type Arguments, UsageError } from './arguments.ts';

function realms({ context }: AuthService): Promise<Realm[]> {
  return context.database.rows<Realm>(sql`select distinct root_tenant_id as "rootTenantId", mode from auth.signing_key
    where removed_at is null`);
}

export async function rotateSigningKey(service: AuthService) {
  const { keys } = service.context;
  const rows = [];
  for (const realm of await realms(service)) {
    await keys.rotate(realm);
    rows.push({
      mode: realm.mode,
      current: (await keys.current(realm)).kid,
      published: (await keys.published(realm)).length,
    });
  }
  return rows;
}

export async function removeSigningKeys(service: AuthService, { options }: Arguments) {
  if (options.yes !== true) throw new UsageError('Every token of every person dies. Repeat with --yes.');
  const { context } = service;
  const rows = [];
  for (const realm of await realms(service)) {
    await context.keys.removeAll(realm);
    const now = context.clock.now();
    await audit(
      context.database,
      {
        action: 'signingkey.rotated',
        realm,
        actorKind: 'system',
        actorId: 'cli',
        detail: { emergency: true },
      },
      now,
    );
    rows.push({ mode: realm.mode, current: (await context.keys.current(realm)).kid });
  }
  return rows;
}
