import { newsOf, type PersonAction, type PersonNews } from '@stint/domain/auth/person-news.ts';
import type { Transaction } from '../../../platform/database.ts';
import type { Handler } from '../../../platform/queue/work.ts';
import { sql } from '../../../platform/sql.ts';
import type { Mode, Realm } from '../../model/realm.ts';
import { findTenantById } from '../../model/tenants/queries.ts';
import { findUserById, listMemberships, type Membership } from '../../model/users/queries.ts';
import { userRecord } from '../../model/users/record.ts';
import type { WebhooksContext } from './queue.ts';
import { queueDelivery, type Webhook } from './queue.ts';

type Note = {
  id: string;
  number: number;
  rootTenantId: string;
  mode: Mode;
  tenantId: string | null;
  action: PersonAction;
  transactionId: string;
  notedAt: Date;
};

/**
 * The job that follows a note about a person: one delivery for each receiver, in the order of the notes. Whoever comes
 * first does all that waits about that person; the record is the person as they are by then.
 */
export function createPersonFanOut(context: WebhooksContext): Handler {
  return async (job) => {
    const userId = String(job.payload['userId']);
    await context.database.transaction(async (tx) => {
      await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`person ${userId}`}, 0))`);
      for (const notes of byTransaction(await takeNotes(tx, userId))) await tell(context, tx, userId, notes);
    });
  };
}

async function takeNotes(tx: Transaction, userId: string): Promise<Note[]> {
  return tx.rows<Note>(sql`with taken as (
      delete from auth.person_event where user_id = ${userId}
      returning id, number, root_tenant_id, mode, tenant_id, action, transaction_id, noted_at)
    select id, number, root_tenant_id as "rootTenantId", mode, tenant_id as "tenantId", action,
      transaction_id::text as "transactionId", noted_at as "notedAt"
    from taken order by noted_at, id`);
}

/** A transaction may move a person from one realm to the other: that is an end here and a beginning there. */
function byTransaction(notes: Note[]): Note[][] {
  return [...Map.groupBy(notes, ({ transactionId, mode }) => `${transactionId} ${mode}`).values()];
}

type Receiver = Webhook & { tenantId: string; publicId: string };

async function tell(context: WebhooksContext, tx: Transaction, userId: string, notes: Note[]): Promise<void> {
  const [first] = notes;
  if (!first) return;
  const realm: Realm = { rootTenantId: first.rootTenantId, mode: first.mode };
  const memberships = await listMemberships(tx, userId);
  const children = memberships.map(({ tenantId }) => tenantId).filter((id) => id !== realm.rootTenantId);
  const news = newsOf(notes, realm.rootTenantId, children);
  const receivers = await findReceivers(tx, realm, news);
  if (receivers.size === 0) return;
  const user = await findUserById(tx, realm, userId);
  for (const { tenantId, action } of news) {
    const receiver = receivers.get(tenantId);
    if (!receiver) continue;
    // A tenant that was deleted is told that its members are gone, as of people who are gone.
    const tenant = user && (await findTenantById(tx, tenantId));
    const record = tenant
      ? userRecord(user, tenant, membershipsFor(receiver, realm, memberships))
      : bareRecord({ ...realm, userId, number: first.number, publicId: receiver.publicId });
    const payload = { action, model: 'user', record, mode: realm.mode };
    await queueDelivery(context, tx, receiver, { payload, subject: userId });
  }
}

async function findReceivers(
  tx: Transaction,
  { mode }: Realm,
  news: PersonNews[],
): Promise<Map<string, Receiver>> {
  const ids = news.map(({ tenantId }) => tenantId);
  const rows =
    await tx.rows<Receiver>(sql`select w.id, w.event, w.tenant_id as "tenantId", t.public_id as "publicId"
    from auth.webhook w join auth.tenant t on t.id = w.tenant_id
    where w.tenant_id = any(${ids}::uuid[]) and w.mode = ${mode} and w.event = 'user' and w.is_active`);
  return new Map(rows.map((row) => [row.tenantId, row]));
}

/** The root sees all workspaces of a person, a child its own. */
function membershipsFor(receiver: Receiver, realm: Realm, all: Membership[]): Membership[] {
  return receiver.tenantId === realm.rootTenantId
    ? all
    : all.filter(({ tenantId }) => tenantId === receiver.tenantId);
}

/** Of who is gone only the names that a receiver knows them by are told. */
function bareRecord(gone: { userId: string; number: number; mode: Mode; publicId: string }) {
  const { userId, number, mode, publicId } = gone;
  return {
    mode,
    userId: number,
    userUuid: userId,
    uuid: userId,
    tenantId: publicId,
    email: null,
    phoneNumber: null,
    username: null,
    name: null,
    image: null,
    data: {},
    authorization: {},
  };
}
