import type { Config } from '../../config.ts';
import type { Queryable } from '../../platform/database.ts';
import type { FormerKeys, Secrets } from '../../platform/secrets.ts';
import { sql } from '../../platform/sql.ts';
import { StartError } from '../../platform/start-error.ts';

type Row = { keyId: string; sealed: Buffer };

/**
 * Takes up what was kept of former master secrets, and proves that the one in use is that of this database.
 * @throws StartError where it is another one: nobody could sign in, and what is sealed meanwhile would be lost as well
 */
export async function takeUpKeys(db: Queryable, secrets: Secrets, mode: Config['mode']): Promise<void> {
  const [kept, newest, sealing] = await Promise.all([
    db.rows<Row>(
      sql`select key_id as "keyId", sealed_keys as sealed from auth.former_key order by created_at desc`,
    ),
    db.rows<
      Row & { id: string }
    >(sql`select id, key_id as "keyId", sealed_private_key as sealed from auth.signing_key
      where removed_at is null order by created_at desc limit 1`),
    // Their rows stay, so the oldest tells which key was the first while none was kept; people of the other mode are others.
    db.rows<{ keyId: string }>(
      sql`select key_id as "keyId" from auth.signing_key where mode = ${mode} group by key_id order by min(created_at)`,
    ),
  ]);
  try {
    for (const { id, sealed } of newest) secrets.open(sealed, id);
    secrets.remember(
      kept.map(({ keyId, sealed }) => ({ keyId, keys: JSON.parse(secrets.open(sealed, boundTo(keyId))) })),
      sealing.map(({ keyId }) => keyId),
    );
  } catch (cause) {
    throw new StartError(
      'SECRET_KEY is not the one that the identity database is sealed with. Set it to that one, or, while it is being changed or a change is taken back, name the one before it as SECRET_KEY_FORMER.',
      { cause },
    );
  }
}

/** Keeps what lasts of former master secrets, so that these can be thrown away. */
export async function keepFormerKeys(db: Queryable, secrets: Secrets, now: Date): Promise<void> {
  for (const [at, { keyId, keys }] of secrets.formerKeys().entries()) {
    const { sealed } = secrets.seal(JSON.stringify(keys satisfies FormerKeys['keys']), boundTo(keyId));
    // The newest is the youngest, also among those that are kept at once.
    await db.run(sql`insert into auth.former_key (key_id, sealed_keys, created_at)
      values (${keyId}, ${sealed}, ${new Date(now.getTime() - at)}) on conflict (key_id) do nothing`);
  }
}

function boundTo(keyId: string): string {
  return `former ${keyId}`;
}
