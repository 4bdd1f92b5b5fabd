import type { Language } from '@stint/domain/language.ts';
import { escapeHtml } from '../../../platform/escape-html.ts';

export type MailParts = {
  /** Of the words below. */
  language: Language;
  subject: string;
  heading: string;
  /** Paragraphs of plain text. */
  paragraphs: string[];
  /** Below the paragraphs, in two columns. */
  figures?: readonly { label: string; value: string }[];
  button?: { label: string; href: string };
  /** A code, shown large. */
  code?: string;
  /** Below everything, smaller. */
  footnote: string;
  /** Where the receiver ends such mails. */
  unsubscribeUrl?: string;
  /** Who sends it, such as the application's name. */
  sender: string;
};

/** Text and HTML of a mail that say the same: one column, readable without pictures, language and title set. */
export function composeMail(parts: MailParts): { subject: string; text: string; html: string } {
  return { subject: parts.subject, text: composeText(parts), html: composeHtml(parts) };
}

function composeText(parts: MailParts): string {
  const {
    language,
    heading,
    paragraphs,
    figures = [],
    button,
    code,
    footnote,
    unsubscribeUrl,
    sender,
  } = parts;
  const lines = [heading, ...paragraphs];
  if (figures.length > 0) lines.push(figures.map(({ label, value }) => `${label}: ${value}`).join('\n'));
  if (code) lines.push(code);
  if (button) lines.push(`${button.label}:\n${button.href}`);
  const end = unsubscribeUrl ? [`${stopMails[language]}:\n${unsubscribeUrl}`] : [];
  return `${[...lines, footnote, ...end, `-- \n${sender}`].join('\n\n')}\n`;
}

/** What stands beside every button. */
const copyAddress: Record<Language, string> = {
  en: 'If the button does not work, copy this address into your browser:',
  de: 'Wenn die Schaltfläche nicht geht, kopieren Sie diese Adresse in Ihren Browser:',
};

const stopMails: Record<Language, string> = {
  en: 'Stop these mails',
  de: 'Diese E-Mails abbestellen',
};

function composeHtml(parts: MailParts): string {
  const { language, subject, heading, paragraphs, figures = [], button, code, footnote, sender } = parts;
  const text = 'margin:0 0 16px;font-size:16px;line-height:24px;color:#1f1b2e';
  const body = paragraphs.map((paragraph) => `<p style="${text}">${escapeHtml(paragraph)}</p>`);
  if (figures.length > 0) body.push(tableOf(figures));
  if (code) {
    body.push(
      `<p style="margin:0 0 16px;font-size:32px;line-height:40px;letter-spacing:6px;font-weight:700;color:#1f1b2e">${escapeHtml(code)}</p>`,
    );
  }
  if (button) {
    const href = escapeHtml(button.href);
    body.push(
      `<p style="margin:0 0 24px"><a href="${href}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#5b3df5;color:#ffffff;font-size:16px;font-weight:700;text-decoration:none">${escapeHtml(button.label)}</a></p>`,
      `<p style="margin:0 0 16px;font-size:14px;line-height:20px;color:#4a4560">${copyAddress[language]}<br><a href="${href}" style="color:#4a2fd0;word-break:break-all">${href}</a></p>`,
    );
  }
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px;background:#f4f3f8;font-family:Arial,Helvetica,sans-serif">
<div role="article" aria-label="${escapeHtml(subject)}" style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;color:#1f1b2e">${escapeHtml(heading)}</h1>
${body.join('\n')}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #dddbe6;font-size:14px;line-height:20px;color:#4a4560">${escapeHtml(footnote)}<br>${escapeHtml(sender)}${unsubscribeOf(parts)}</p>
</div>
</body>
</html>
`;
}

/** Header cells, so that a reader hears which figure belongs to what. */
function tableOf(figures: NonNullable<MailParts['figures']>): string {
  const cell = 'padding:6px 0;border-bottom:1px solid #dddbe6;font-size:16px;line-height:24px;color:#1f1b2e';
  const rows = figures.map(
    ({ label, value }) =>
      `<tr><th scope="row" style="${cell};padding-right:16px;font-weight:400;text-align:left">${escapeHtml(label)}</th><td style="${cell};font-weight:700;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="width:100%;margin:0 0 24px;border-collapse:collapse">${rows.join('')}</table>`;
}

function unsubscribeOf({ language, unsubscribeUrl }: MailParts): string {
  if (!unsubscribeUrl) return '';
  return `<br><a href="${escapeHtml(unsubscribeUrl)}" style="color:#4a2fd0">${stopMails[language]}</a>`;
}
