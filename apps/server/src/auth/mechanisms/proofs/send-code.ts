import type { Language } from '@stint/domain/language.ts';
import type { Queryable } from '../../../platform/database.ts';
import type { Realm } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { type CodePurpose, codeLifeMs } from './codes.ts';
import type { ProofsContext } from './context.ts';
import { deliverCode } from './delivery-hooks.ts';
import { codeMail, codeText } from './mails.ts';

export type SendCodeInput = {
  id: string;
  purpose: CodePurpose;
  tenant: Tenant;
  realm: Realm;
  channel: 'email' | 'sms';
  to: string;
  code: string;
  /** Of whoever gets it. */
  language: Language;
};

/** Sends a code by its channel. */
export async function sendCode(context: ProofsContext, db: Queryable, input: SendCodeInput): Promise<void> {
  const { tenant, code, language } = input;
  const mail = codeMail({ app: tenant.name, code, language });
  const words =
    input.channel === 'sms'
      ? { subject: '', text: codeText({ app: tenant.name, code, language }), html: '' }
      : mail;
  await deliverCode(context, db, {
    ...input,
    words,
    dropAt: new Date(context.clock.now().getTime() + codeLifeMs),
  });
}
