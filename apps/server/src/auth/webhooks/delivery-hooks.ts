import type { Queryable } from '../../platform/database.ts';
import type { AuthContext, World } from '../context.ts';
import { type Message, queueMessage } from '../outbox/outbox.ts';
import type { Tenant } from '../tenants/queries.ts';
import { findWebhook, queueDelivery } from './queue.ts';

type Words = { subject: string; text: string; html: string };

export type LinkDelivery = {
  tenant: Tenant;
  user: World;
  to: string;
  href: string;
  token: string;
  uuid: string;
  mail: Words;
  dropAt: Date;
};

/** Mails a link, or hands it to the tenant's own delivery hook (auth protocol 11). */
export async function deliverLink(context: AuthContext, db: Queryable, input: LinkDelivery): Promise<void> {
  const { tenant, user, to, href, token, uuid, mail, dropAt } = input;
  const hook = await findWebhook(db, tenant, user.mode, 'emailLink');
  if (!hook) {
    await queueMessage(
      context,
      db,
      user,
      tenant.id,
      { channel: 'email', to, ...mail, link: href },
      { dropAt },
    );
    return;
  }
  const factor = {
    strategy: 'link',
    channel: 'email',
    email: to,
    url: href,
    token,
    uuid,
    message: mail.text,
  };
  await queueDelivery(context, db, hook, { action: 'login', model: 'user', mode: user.mode, factor });
}

export type CodeDelivery = {
  tenant: Tenant;
  world: World;
  channel: 'email' | 'sms';
  to: string;
  code: string;
  words: Words;
  dropAt: Date;
};

/** Sends a code by mail or text message, or hands it to the tenant's own delivery hook (auth protocol 11). */
export async function deliverCode(context: AuthContext, db: Queryable, input: CodeDelivery): Promise<void> {
  const { tenant, world, channel, to, code, words, dropAt } = input;
  const event = channel === 'sms' ? 'smsVerificationCode' : 'emailVerificationCode';
  const hook = await findWebhook(db, tenant, world.mode, event);
  if (!hook) {
    const message: Message = { channel, to, ...words, verificationCode: code };
    await queueMessage(context, db, world, tenant.id, message, { dropAt });
    return;
  }
  const address = channel === 'sms' ? { phoneNumber: to } : { email: to };
  const factor = {
    strategy: 'verificationCode',
    channel,
    ...address,
    verificationCode: code,
    message: words.text,
  };
  await queueDelivery(context, db, hook, { action: 'login', model: 'user', mode: world.mode, factor });
}
