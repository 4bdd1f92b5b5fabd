import { mainOrigin } from '@stint/domain/workspace/host.ts';
import { NOTIFICATIONS, type Notification } from '@stint/domain/workspace/notifications.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { GatewayDeps } from '../context.ts';

/** A kind of mail that everybody has a switch for, or one report that is mailed by a plan. */
export type Subscribed = { notification: Notification } | { reportID: string };

/** Who gets which mail, and where that is kept. */
export type Subscriber = {
  regionCode: string;
  publicId: string;
  teamMemberID: string;
  subscribed: Subscribed;
};

type Parts = { config: Pick<GatewayDeps['config'], 'scheme' | 'mainDomain'>; secrets: Pick<Secrets, 'mac'> };

/**
 * Where somebody ends a mail that comes round. It stands in the mail, and mail programs send a POST there by themselves
 * (RFC 8058), so it lies on the main domain, which stays when a workspace moves to another address, and has no end of its own.
 */
export function unsubscribeUrl({ config, secrets }: Parts, subscriber: Subscriber): string {
  const named = nameOf(subscriber);
  const site = { protocol: config.scheme, mainDomain: config.mainDomain };
  return `${mainOrigin(site)}/api/Unsubscribe/${named}_${secrets.mac('unsubscribe', named).toString('hex')}`;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whose mail the last part of such an address ends, or null where we did not make it. */
export function readUnsubscribeToken(secrets: Pick<Secrets, 'isMac'>, token: string): Subscriber | null {
  const [regionCode = '', publicId = '', teamMemberID = '', what = '', signature = '', more] =
    token.split('_');
  if (more !== undefined || !uuid.test(teamMemberID)) return null;
  const named = token.slice(0, -signature.length - 1);
  if (!secrets.isMac(Buffer.from(signature, 'hex'), 'unsubscribe', named)) return null;
  const notification = NOTIFICATIONS.find((each) => each === what);
  const subscribed = notification ? { notification } : { reportID: what };
  return { regionCode, publicId, teamMemberID, subscribed };
}

function nameOf({ regionCode, publicId, teamMemberID, subscribed }: Subscriber): string {
  const what = 'notification' in subscribed ? subscribed.notification : subscribed.reportID;
  return [regionCode, publicId, teamMemberID, what].join('_');
}
