import type { Language } from '@stint/domain/language.ts';
import { escapeHtml } from '../../../platform/escape-html.ts';

export type MailParts = {
  /** Of the words below. */
  language: Language;
  subject: string;
  heading: string;
  /** Paragraphs of plain text. */
  paragraphs: string[];
  button?: { label: string; href: string };
  /** A code, shown large. */
  code?: string;
  /** Below everything, smaller. */
  footnote: string;
  /** Who sends it, such as the application's name. */
  sender: string;
};

/** Text and HTML of a mail that say the same: one column, readable without pictures, language and title set. */
export function composeMail(parts: MailParts): { subject: string; text: string; html: string } {
  return { subject: parts.subject, text: composeText(parts), html: composeHtml(parts) };
}

function composeText({ heading, paragraphs, button, code, footnote, sender }: MailParts): string {
  const lines = [heading, ...paragraphs];
  if (code) lines.push(code);
  if (button) lines.push(`${button.label}:\n${button.href}`);
  return `${[...lines, footnote, `-- \n${sender}`].join('\n\n')}\n`;
}

/** What stands beside every button. */
const copyAddress: Record<Language, string> = {
  en: 'If the button does not work, copy this address into your browser:',
  de: 'Wenn die Schaltfläche nicht geht, kopieren Sie diese Adresse in Ihren Browser:',
};

function composeHtml(parts: MailParts): string {
  const { language, subject, heading, paragraphs, button, code, footnote, sender } = parts;
  const text = 'margin:0 0 16px;font-size:16px;line-height:24px;color:#1f1b2e';
  const body = paragraphs.map((paragraph) => `<p style="${text}">${escapeHtml(paragraph)}</p>`);
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
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #dddbe6;font-size:14px;line-height:20px;color:#4a4560">${escapeHtml(footnote)}<br>${escapeHtml(sender)}</p>
</div>
</body>
</html>
`;
}
