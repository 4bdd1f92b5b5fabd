import { type Language, languageFor } from '@stint/domain/language.ts';
import { plainName } from '@stint/domain/plain-name.ts';
import type { Queryable } from '../../../platform/database.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { User } from '../../model/users/queries.ts';
import type { TenantDirectory } from '../tenants/directory.ts';
import { composeMail } from './html.ts';
import { type OutboxContext, queueMessage } from './outbox.ts';

export type NoticesContext = OutboxContext & { tenants: TenantDirectory };

/** The words of a mail that tells somebody what happened to the account (security 12); each feature has its own. */
export type Notice = Record<Language, NoticeWords>;

export type NoticeWords = {
  subject: string;
  paragraphs: string[];
  /** What to do when it was somebody else; where absent, to reset the password. */
  footnote?: string;
  button?: { label: string; href: string };
};

export type NewNotice = {
  tenant: Tenant;
  user: User;
  notice: Notice;
  /** An address that is no longer the person's; their own where absent. */
  to?: string | null;
};

/** Tells somebody by mail what happened to the account. */
export async function queueNotice(
  context: NoticesContext,
  db: Queryable,
  { tenant, user, notice, to = user.email }: NewNotice,
): Promise<void> {
  if (!to) return;
  const root =
    tenant.parentId === null ? tenant : await context.tenants.within(db).requireById(tenant.rootTenantId);
  // What happened to the account is not for the eyes of a child's servers.
  const message = {
    channel: 'email',
    to,
    ...noticeMail(root.name, notice, languageFor(user.language)),
  } as const;
  await queueMessage(context, db, { realm: user, tenantId: root.id, message });
}

const notYou: Record<Language, string> = {
  en: 'If this was not you, reset your password now and end all sessions in your account settings.',
  de: 'Wenn Sie das nicht waren, setzen Sie jetzt Ihr Passwort zurück und beenden Sie alle Sitzungen in den Einstellungen Ihres Kontos.',
};

/** The mail of a notice. */
export function noticeMail(app: string, notice: Notice, language: Language) {
  const { subject, footnote = notYou[language], ...words } = notice[language];
  return composeMail({ language, subject, heading: subject, ...words, footnote, sender: plainName(app) });
}
