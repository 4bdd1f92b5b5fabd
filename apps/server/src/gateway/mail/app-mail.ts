import type { Language } from '@stint/domain/language.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { createSmtpMailer } from '../../platform/mail.ts';
import type { GatewayDeps } from '../context.ts';
import { callProvider } from '../provider/client.ts';

/** A mail of the product, in words; how it looks is the sender's. */
export type AppMail = {
  /** Made beforehand, so that a repeated job sends it once. */
  id: string;
  to: string;
  /** Of whoever gets it. */
  language: Language;
  subject: string;
  paragraphs: string[];
  /** Below the paragraphs, in two columns. */
  figures?: { label: string; value: string }[];
  button?: { label: string; href: string };
  footnote: string;
  /** Of mail that comes round: see `unsubscribeUrl`. */
  unsubscribeUrl?: string;
  sender: string;
};

export type SendAppMail = (mail: AppMail) => Promise<void>;

/**
 * Mail through our own provider, which keeps it in the outbox in test mode and has the one mail server configured; with
 * another provider through that mail server directly.
 */
export function createAppMail({
  auth,
  config,
  fetch: call,
  log,
}: Pick<GatewayDeps, 'auth' | 'config' | 'fetch' | 'log'>): SendAppMail {
  if (auth.profile === 'latchkey') {
    const options = {
      baseUrl: auth.baseUrl,
      rootTenantId: auth.tenantId,
      adminKey: auth.adminKey,
      fetch: call,
    };
    return async (mail) => void (await callProvider(options, 'POST', 'messages', mail));
  }
  const mailer = config.smtpUrl ? createSmtpMailer(config.smtpUrl, config.mailFrom) : null;
  return async (parts) => {
    const { id, to, language, subject, unsubscribeUrl } = parts;
    if (!mailer) return log.warn({ subject }, 'no mail server is configured, so a mail was not sent');
    const text = textOf(parts);
    const html = `<pre lang="${language}" style="white-space:pre-wrap;font-family:inherit">${escapeHtml(text)}</pre>`;
    const unsubscribe = unsubscribeUrl ? { unsubscribeUrl } : {};
    await mailer.send({ to, subject, text, html, messageId: id, ...unsubscribe });
  };
}

function textOf({
  subject,
  paragraphs,
  figures = [],
  button,
  footnote,
  unsubscribeUrl,
  sender,
}: AppMail): string {
  const table = figures.map(({ label, value }) => `${label}: ${value}`).join('\n');
  const link = button ? `${button.label}:\n${button.href}` : '';
  const parts = [subject, ...paragraphs, table, link, footnote, unsubscribeUrl ?? '', `-- \n${sender}`];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
