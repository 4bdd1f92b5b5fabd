import type { unsubscribeRoutes } from '@stint/domain/api/gateway/unsubscribe.ts';
import type { RouteOutput } from '@stint/domain/api/route.ts';
import { AppError } from '@stint/domain/errors.ts';
import { type Notification, wantsMail, withNotification } from '@stint/domain/workspace/notifications.ts';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { RequestInfo } from '../context.ts';
import type { FeatureHandlers, GatewayParts } from '../feature.ts';
import { readUnsubscribeToken, type Subscribed } from '../mail/unsubscribe-link.ts';
import { removeReceiver } from '../saved-reports/queries.ts';
import { writeAudit } from '../shared/audit.ts';

type Subscription = RouteOutput<(typeof unsubscribeRoutes)['GET /Unsubscribe/:token']>;

/** Somebody who got a mail that comes round, as their workspace knows them. */
type Receiver = {
  tenantId: string;
  teamMemberID: string;
  userUuid: string | null;
  workspace: string;
  preferences: Record<string, unknown>;
};

/** What one kind of mail is, and its end; each in the transaction of the call. */
type Kind = {
  find(tx: Transaction, receiver: Receiver): Promise<Omit<Subscription, 'workspace'>>;
  end(tx: Transaction, receiver: Receiver): Promise<void>;
};

/** Ends mail that comes round by the link in it. */
export function unsubscribeHandlers(parts: GatewayParts): FeatureHandlers<typeof unsubscribeRoutes> {
  return {
    'GET /Unsubscribe/:token': async ({ params: { token } }, _context, { request, reply }) => {
      // Whoever follows the link is asked first: programs that look for harm in mail follow it too.
      if (isBrowser(request)) return reply.redirect(`/unsubscribe/${encodeURIComponent(token)}`, 303);
      return withReceiver(parts, token, async (tx, receiver, kind) => ({
        workspace: receiver.workspace,
        ...(await kind.find(tx, receiver)),
      }));
    },
    'POST /Unsubscribe/:token': async ({ params: { token } }, { info }) =>
      withReceiver(parts, token, async (tx, receiver, kind) => {
        const found = await kind.find(tx, receiver);
        if (found.isOn) await end(tx, { receiver, kind, info, what: found.what });
        return { workspace: receiver.workspace, ...found, isOn: false };
      }),
  };
}

function isBrowser({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate' || (headers.accept ?? '').startsWith('text/html');
}

type Ending = { receiver: Receiver; kind: Kind; info: RequestInfo; what: string };

async function end(tx: Transaction, { receiver, kind, info, what }: Ending): Promise<void> {
  await kind.end(tx, receiver);
  const { tenantId, userUuid, teamMemberID } = receiver;
  const { requestId, ipHash } = info;
  await writeAudit(
    tx,
    { tenantId, at: info.now, actorId: userUuid, actorKind: 'member', requestId, ipHash },
    [{ entity: 'teamMember', entityId: teamMemberID, action: 'unsubscribed', after: { what } }],
  );
}

/** @throws AppError `gone`, the same for a link that we did not make and for somebody who is not there any more */
async function withReceiver<Result>(
  { directory, secrets }: GatewayParts,
  token: string,
  work: (tx: Transaction, receiver: Receiver, kind: Kind) => Promise<Result>,
): Promise<Result> {
  const subscriber = readUnsubscribeToken(secrets, token);
  const located = subscriber && (await directory.find(subscriber.regionCode, subscriber.publicId));
  if (!subscriber || !located || located.status === 'moved') throw ended();
  const { tenantId, region } = located;
  const { teamMemberID, subscribed } = subscriber;
  return region.database.withTenant(tenantId, async (tx) => {
    const row = await tx.maybeOne<Omit<Receiver, 'tenantId' | 'teamMemberID'>>(
      sql`select m.user_id as "userUuid", t.name as workspace, m.preferences
        from app.team_member m join app.tenant t on t.tenant_id = ${tenantId}
        where m.tenant_id = ${tenantId} and m.id = ${teamMemberID} and m.status = 'active' for update of m`,
    );
    if (!row) throw ended();
    return work(tx, { tenantId, teamMemberID, ...row }, kindOf(subscribed));
  });
}

function ended(): AppError {
  const message = 'This link ends no mail any more. If mails still come, use the link in the newest one.';
  return new AppError('gone', { message });
}

function kindOf(subscribed: Subscribed): Kind {
  if ('notification' in subscribed) return switchOf(subscribed.notification);
  return reportOf(subscribed.reportID);
}

/** One report that is mailed by a plan: whoever does not want it is taken out of its receivers. */
function reportOf(reportID: string): Kind {
  return {
    async find(tx, { tenantId, teamMemberID }) {
      const row = await tx.maybeOne<{ name: string; isOn: boolean }>(sql`
        select name, coalesce(schedule -> 'receiverIDs' ? ${teamMemberID}::text, false) as "isOn"
        from app.saved_report where tenant_id = ${tenantId} and id = ${reportID} and deleted_at is null`);
      if (!row) throw ended();
      return { what: 'report', ...row };
    },
    end: (tx, { tenantId, teamMemberID }) => removeReceiver(tx, tenantId, reportID, teamMemberID),
  };
}

/** A kind of mail that the settings have a switch for: the link turns the switch. */
function switchOf(name: Notification): Kind {
  return {
    async find(_tx, { preferences }) {
      return { what: name, name: null, isOn: wantsMail(preferences, name) };
    },
    async end(tx, { tenantId, teamMemberID, preferences }) {
      const text = JSON.stringify(withNotification(preferences, name, false));
      await tx.run(sql`update app.team_member set preferences = ${text}::jsonb
        where tenant_id = ${tenantId} and id = ${teamMemberID}`);
    },
  };
}
