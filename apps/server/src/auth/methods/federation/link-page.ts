import { maskEmail } from '@stint/domain/auth/email.ts';
import type { Language } from '@stint/domain/language.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { providerUrl } from '../../../config.ts';
import { escapeHtml } from '../../../platform/escape-html.ts';
import type { AuthContext } from '../../context.ts';
import { sendPage, wordsFor } from '../../mechanisms/http/page.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { findUserById } from '../../model/users/queries.ts';
import { findHandle, takeHandle } from './handles.ts';
import { Refusal } from './refusal.ts';
import { ensureTripBrowser, findTripBrowser } from './trip-cookie.ts';
import type { Parameters } from './trip-pages.ts';

/** @param account the masked address, escaped */
type LinkWords = { title: string; text: (account: string) => string; goOn: string };

const WORDS: Record<Language, LinkWords> = {
  en: {
    title: 'Link this sign-in to your account?',
    text: (account) =>
      `From now on it will sign in to the account ${account}. Continue only if that is yours.`,
    goOn: 'Continue',
  },
  de: {
    title: 'Diese Anmeldung mit Ihrem Konto verknüpfen?',
    text: (account) =>
      `Von jetzt an meldet sie sich am Konto ${account} an. Gehen Sie nur weiter, wenn es Ihres ist.`,
    goOn: 'Weiter',
  },
};

export type LinkTarget = { userId: string; sessionId: string };

/**
 * The account that an identity is to be linked to. Somebody could send another person an address that links that person's
 * identity to a strange account, so the first visit only asks, naming the account, and the answer counts only from the
 * browser that was asked.
 * @returns null when nothing is to be linked, `asked` when the question was sent instead
 * @throws Refusal for an unknown, used or expired handle
 */
export async function readLink(
  context: AuthContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  tenant: Tenant,
  { link: token, confirm }: Parameters,
): Promise<LinkTarget | null | 'asked'> {
  if (token === undefined) return null;
  const now = context.clock.now();
  const browser = findTripBrowser(request);
  const isConfirmed =
    browser &&
    confirm &&
    context.secrets.isMac(Buffer.from(confirm, 'base64url'), 'xsrf', markedText(browser, token));
  if (!isConfirmed) return ask(context, { request, reply }, tenant, token);
  const handle = await takeHandle(context.database, 'link', token, now);
  if (!handle || handle.tenantId !== tenant.id) throw new Refusal('sso_expired');
  return { userId: handle.userId, sessionId: handle.sessionId };
}

async function ask(
  context: AuthContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  tenant: Tenant,
  token: string,
): Promise<'asked'> {
  const handle = await findHandle(context.database, 'link', token, context.clock.now());
  const session = handle && (await context.sessions.find(handle.sessionId));
  const user = session && (await findUserById(context.database, session, session.userId));
  if (!handle || handle.tenantId !== tenant.id || !user?.email) throw new Refusal('sso_expired');
  const url = new URL(request.url, providerUrl(context.config));
  const mark = context.secrets.mac('xsrf', markedText(ensureTripBrowser(request, reply), token));
  url.searchParams.set('confirm', mark.toString('base64url'));
  const { title, text, goOn } = wordsFor(reply, WORDS);
  const body = `<p>${text(escapeHtml(maskEmail(user.email)))}</p><p><a href="${escapeHtml(url.href)}">${goOn}</a></p>`;
  sendPage(reply, { status: 200, title, body });
  return 'asked';
}

/** Only the browser that was asked can know it. */
function markedText(browserHash: Buffer, token: string): string {
  return `link ${browserHash.toString('hex')} ${token}`;
}
