import type { LinkType } from '@stint/domain/auth/link.ts';
import type { Queryable } from '../../../platform/database.ts';
import { noteLinksReturned } from '../../model/proofs/links.ts';
import type { Realm } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { type Message, queueMessage, recipientOf } from '../outbox/outbox.ts';
import { findWebhook, queueDelivery } from '../webhooks/queue.ts';
import { type CodePurpose, noteCodesReturned } from './codes.ts';
import type { ProofsContext } from './context.ts';

type Words = { subject: string; text: string; html: string };

/** What is about the account at the root never goes by a child's own hook: we mail it ourselves. */
const aboutAccount: ReadonlySet<LinkType> = new Set(['reset', 'verify']);

export type LinkDelivery = {
  kind: Exclude<LinkType, 'sso'>;
  tenant: Tenant;
  user: Realm;
  to: string;
  href: string;
  token: string;
  uuid: string;
  mail: Words;
  dropAt: Date;
};

/** Mails a link, or hands it to the tenant's own delivery hook (protocol 11). */
export async function deliverLink(context: ProofsContext, db: Queryable, input: LinkDelivery): Promise<void> {
  const { tenant, user, to, href, token, uuid, mail, dropAt } = input;
  const found = await findWebhook(db, tenant, user.mode, 'emailLink');
  const isChilds = found !== null && found.tenantId !== user.rootTenantId;
  const hook = isChilds && aboutAccount.has(input.kind) ? null : found;
  if (!hook) {
    const message: Message = { channel: 'email', to, ...mail, link: href, proof: { kind: 'link', id: uuid } };
    await queueMessage(context, db, { realm: user, tenantId: tenant.id, message, dropAt });
    return;
  }
  if (isChilds) await noteLinksReturned(db, [uuid], hook.tenantId);
  const factor = {
    strategy: 'link',
    channel: 'email',
    email: to,
    url: href,
    token,
    uuid,
    message: mail.text,
  };
  const payload = { action: 'login', model: 'user', mode: user.mode, factor };
  await queueDelivery(context, db, hook, { payload, subject: subjectOf(context, to), dropAt });
}

/** What is sent to one recipient keeps its order, so that the newest link or code arrives last. */
function subjectOf(context: ProofsContext, to: string): string {
  return context.secrets.mac('lookup', recipientOf(to)).toString('base64url');
}

export type CodeDelivery = {
  id: string;
  purpose: CodePurpose;
  tenant: Tenant;
  realm: Realm;
  channel: 'email' | 'sms';
  to: string;
  code: string;
  words: Words;
  dropAt: Date;
};

/** Sends a code by mail or text message, or hands it to the tenant's own delivery hook (protocol 11). */
export async function deliverCode(context: ProofsContext, db: Queryable, input: CodeDelivery): Promise<void> {
  const { tenant, realm, channel, to, code, words, dropAt } = input;
  const event = channel === 'sms' ? 'smsVerificationCode' : 'emailVerificationCode';
  const found = await findWebhook(db, tenant, realm.mode, event);
  const isChilds = found !== null && found.tenantId !== realm.rootTenantId;
  const hook = isChilds && input.purpose !== 'sign-in' ? null : found;
  if (!hook) {
    const proof = { kind: 'code', id: input.id } as const;
    const message: Message = { channel, to, ...words, verificationCode: code, proof };
    await queueMessage(context, db, { realm, tenantId: tenant.id, message, dropAt });
    return;
  }
  if (isChilds) await noteCodesReturned(db, [input.id], hook.tenantId);
  const address = channel === 'sms' ? { phoneNumber: to } : { email: to };
  const factor = {
    strategy: 'verificationCode',
    channel,
    ...address,
    verificationCode: code,
    message: words.text,
  };
  const payload = { action: 'login', model: 'user', mode: realm.mode, factor };
  await queueDelivery(context, db, hook, { payload, subject: subjectOf(context, to), dropAt });
}
