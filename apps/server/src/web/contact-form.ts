import { MAX_EMAIL_LENGTH, parseEmail } from '@stint/domain/auth/email.ts';
import { plainName } from '@stint/domain/plain-name.ts';
import { escapeHtml } from '../platform/escape-html.ts';

/** Where the form of a page stands, in a line of its own as `[[contact-form]]`. */
export const CONTACT_MARK = '<!--contact-form-->';

export const CONTACT_PATH = '/contact-us';

const MOST_NAME = 100;
const MOST_MESSAGE = 4000;
const LEAST_MESSAGE = 10;

/** What somebody typed, as it came. */
export type ContactMessage = { id: string; name: string; email: string; message: string };
export type ContactProblems = Partial<Record<'name' | 'email' | 'message', string>>;

/** A form to fill, with what was typed and why it was not taken; or the thanks for what was sent. */
export type ContactState =
  | { isSent: true }
  | { isSent: false; typed: ContactMessage; problems: ContactProblems; refusal: string | null };

/** The form in the words of a language. */
export type ContactWords = {
  title: string;
  name: string;
  email: string;
  message: string;
  send: string;
  leaveEmpty: string;
  sentTitle: string;
  sentText: string;
  notYet: string;
  limited: string;
  failed: string;
  problems: {
    name: (most: number) => string;
    email: string;
    short: string;
    long: (most: number, length: number) => string;
  };
};

/** Why a message cannot be sent as it is; nothing where it can. */
export function contactProblems(
  { name, email, message }: ContactMessage,
  { problems }: ContactWords,
): ContactProblems {
  const length = message.trim().length;
  return {
    ...(name.trim().length > MOST_NAME ? { name: problems.name(MOST_NAME) } : {}),
    ...(parseEmail(email).ok ? {} : { email: problems.email }),
    ...(length < LEAST_MESSAGE ? { message: problems.short } : {}),
    ...(length > MOST_MESSAGE ? { message: problems.long(MOST_MESSAGE, length) } : {}),
  };
}

/** What was sent, in the words of the mail. */
export function contactMail({ id, name, email, message }: ContactMessage, to: string) {
  const parsed = parseEmail(email);
  const address = parsed.ok ? parsed.email : email;
  const from = plainName(name) === '' ? address : `${plainName(name)} (${address})`;
  return {
    id,
    to,
    subject: `Contact form: ${plainName(name) || address}`.slice(0, 200),
    paragraphs: [`From ${from}`, message.trim()],
    footnote: `Written in the contact form of this installation. Answer to ${address}.`,
    sender: 'Stint',
    // For whoever runs the installation, as its log is.
    language: 'en' as const,
  };
}

/** The form as plain HTML: it works without a script, and keeps what was typed when it is refused. */
export function contactForm(state: ContactState, words: ContactWords): string {
  if (state.isSent) {
    return `<div class="form" role="status"><h2 class="form-title">${words.sentTitle}</h2><p>${words.sentText}</p></div>`;
  }
  const { typed, problems, refusal } = state;
  const said = refusal ?? (Object.keys(problems).length > 0 ? words.notYet : null);
  return `<form class="form" method="post" action="${CONTACT_PATH}" novalidate>
<h2 class="form-title">${words.title}</h2>
${said ? `<p class="refused" role="alert">${escapeHtml(said)}</p>` : ''}
<input type="hidden" name="id" value="${escapeHtml(typed.id)}">
<p class="away" aria-hidden="true"><label>${words.leaveEmpty} <input name="website" tabindex="-1" autocomplete="off"></label></p>
${field({ name: 'name', label: words.name, value: typed.name, problem: problems.name, attributes: `autocomplete="name" maxlength="${MOST_NAME}"` })}
${field({ name: 'email', label: words.email, value: typed.email, problem: problems.email, attributes: `type="email" autocomplete="email" maxlength="${MAX_EMAIL_LENGTH}" required` })}
${field({ name: 'message', label: words.message, value: typed.message, problem: problems.message, attributes: `rows="6" maxlength="${MOST_MESSAGE}" required`, isLong: true })}
<p><button class="button" type="submit">${words.send}</button></p>
</form>`;
}

type FieldParts = {
  name: string;
  label: string;
  value: string;
  problem: string | undefined;
  attributes: string;
  isLong?: boolean;
};

function field({ name, label, value, problem, attributes, isLong }: FieldParts): string {
  const id = `contact-${name}`;
  const wrong = problem ? ` aria-invalid="true" aria-describedby="${id}-problem"` : '';
  const control = isLong
    ? `<textarea id="${id}" name="${name}" ${attributes}${wrong}>\n${escapeHtml(value)}</textarea>`
    : `<input id="${id}" name="${name}" value="${escapeHtml(value)}" ${attributes}${wrong}>`;
  const words = problem ? `<span class="problem" id="${id}-problem">${escapeHtml(problem)}</span>` : '';
  return `<p class="field"><label for="${id}">${label}</label>${control}${words}</p>`;
}
