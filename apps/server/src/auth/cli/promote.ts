import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { lockTestUsers } from '../administration/tenants/test-users.ts';
import { audit } from '../mechanisms/audit/audit.ts';
import { createKey } from '../model/keys/api-keys.ts';
import { voidProofs } from '../model/proofs/links.ts';
import type { Realm } from '../model/realm.ts';
import { endSessions } from '../model/sessions/queries.ts';
import { notingPerson } from '../model/users/note-person.ts';
import type { AuthService } from '../service.ts';
import { type Arguments, UsageError, word } from './arguments.ts';
import { requireTenant } from './named-in-command.ts';

/** What belongs to a realm by (root tenant, mode). */
const moved = [
  sql`update auth.user_account set mode = 'live'`,
  sql`update auth.identifier set mode = 'live'`,
  sql`update auth.identifier_change set mode = 'live'`,
  sql`update auth.picture set mode = 'live'`,
  sql`update auth.membership set mode = 'live'`,
  sql`update auth.federated_identity set mode = 'live'`,
  sql`update auth.former_slug set mode = 'live'`,
  sql`update auth.tenant set mode = 'live', version = version + 1`,
];

/**
 * Moves people and workspaces of a root tenant from the test to live mode, all or nothing. Sessions, links
 * and codes of test mode end; provider secrets, webhooks and keys are set anew; the answer has the live admin key.
 */
export async function promoteRoot({ context }: AuthService, args: Arguments) {
  const root = await requireTenant(context, word(args, 0, 'The root tenant'));
  if (root.parentId !== null) throw new UsageError('Only a root tenant can be promoted.');
  if (root.mode === 'live') throw new UsageError('This tenant is live already.');
  if (args.options.yes !== true) throw new UsageError('All sessions end. Repeat with --yes.');
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const live = await tx.maybeOne(sql`select 1 as one from auth.user_account
      where root_tenant_id = ${root.id} and mode = 'live' limit 1`);
    if (live) throw new UsageError('The live world of this tenant has people already.');
    const people = await tx.rows<{ id: string }>(sql`select id from auth.user_account
      where root_tenant_id = ${root.id} and mode = 'test'`);
    const ended = await endSessions(tx, sql`s.root_tenant_id = ${root.id} and s.mode = 'test'`, 'admin', now);
    await lockTestUsers(tx, { rootTenantId: root.id, mode: 'test' }, now);
    for (const { id } of people) await voidProofs(tx, id, now);
    await noteEverybody(tx, { rootTenantId: root.id, mode: 'test' }, 'delete');
    for (const move of moved) await tx.run(sql`${move} where root_tenant_id = ${root.id} and mode = 'test'`);
    await noteEverybody(tx, { rootTenantId: root.id, mode: 'live' }, 'create');
    const { key } = await createKey(
      tx,
      root,
      { mode: 'live', kind: 'admin', name: 'made by latchkey promote' },
      now,
    );
    const realm = { rootTenantId: root.id, mode: 'live' as const };
    await audit(
      tx,
      {
        action: 'tenant.changed',
        realm,
        tenantId: root.id,
        actorKind: 'system',
        actorId: 'cli',
        detail: { promoted: people.length },
      },
      now,
    );
    return { tenantId: root.publicId, people: people.length, sessionsEnded: ended.length, adminKey: key };
  });
}

/** For receivers of test mode people end, for those of live mode they begin. */
async function noteEverybody(tx: Transaction, realm: Realm, action: 'create' | 'delete'): Promise<void> {
  const people = sql`select id as user_id from auth.user_account
    where root_tenant_id = ${realm.rootTenantId} and mode = ${realm.mode} and deleted_at is null`;
  const members = sql`select tenant_id, user_id from auth.membership
    where root_tenant_id = ${realm.rootTenantId} and mode = ${realm.mode}`;
  await tx.run(notingPerson(people, action, 'person'));
  await tx.run(notingPerson(members, action, 'membership'));
}
