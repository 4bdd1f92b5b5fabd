import { AppError } from '@stint/domain/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SendAppMail } from '../gateway/mail/app-mail.ts';
import type { Clock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { createTokenBuckets } from '../platform/token-bucket.ts';
import {
  CONTACT_PATH,
  type ContactMessage,
  type ContactState,
  contactMail,
  contactProblems,
} from './contact-form.ts';
import { requireOwnPage } from './own-page.ts';
import { pageLanguage } from './page-language.ts';
import { publicWords } from './public-words.ts';

export type ContactOptions = {
  /** Where messages go; without it there is no form. */
  address: string | undefined;
  clock: Clock;
  send: SendAppMail;
  /** Shows the page with the form as it stands. */
  show(request: FastifyRequest, reply: FastifyReply, state: ContactState): Promise<FastifyReply>;
};

/** Five at once and then one in ten minutes from one address; all together do not flood whoever reads them. */
const perAddress = { perMinute: 0.1, burst: 5 };
const together = { perMinute: 10, burst: 60 };
const bodyLimit = 64 * 1024;

/** A form that nobody has sent yet. Its id is the mail's, so that a form sent twice is one mail. */
export const emptyContact = (): ContactState => ({
  isSent: false,
  typed: { id: newId(), name: '', email: '', message: '' },
  problems: {},
  refusal: null,
});

/** Takes what strangers write to the people who run this installation; a refusal shows the form with all that was typed. */
export async function registerContact(app: FastifyInstance, options: ContactOptions): Promise<void> {
  const { address, clock, send, show } = options;
  if (!address) return;
  const buckets = createTokenBuckets(clock);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_, text, done) => done(null, new URLSearchParams(String(text))),
  );
  app.post(CONTACT_PATH, { bodyLimit }, async (request, reply) => {
    requireOwnPage(request);
    if (!(request.body instanceof URLSearchParams)) throw new AppError('bad_request');
    const typed = readMessage(request.body);
    const words = publicWords[pageLanguage(request)].contact;
    const problems = contactProblems(typed, words);
    if (Object.keys(problems).length > 0) {
      return show(request, reply.code(400), { isSent: false, typed, problems, refusal: null });
    }
    try {
      buckets.take(`address ${request.ip}`, perAddress);
      buckets.take('together', together);
      // Only a program fills the field that nobody sees.
      if (!request.body.get('website')) await send(contactMail(typed, address));
    } catch (error) {
      request.log.warn({ err: error }, 'a message of the contact form was not sent');
      const isLimited = error instanceof AppError && error.code === 'rate_limited';
      if (isLimited) reply.header('retry-after', Math.ceil(error.options.retryAfterSeconds ?? 60));
      const refusal = isLimited ? words.limited : words.failed;
      return show(request, reply.code(isLimited ? 429 : 503), {
        isSent: false,
        typed,
        problems: {},
        refusal,
      });
    }
    return reply.redirect(`${CONTACT_PATH}?sent=1`, 303);
  });
}

function readMessage(form: URLSearchParams): ContactMessage {
  const text = (name: string) => (form.get(name) ?? '').replaceAll('\r\n', '\n');
  const id = text('id');
  return {
    id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : newId(),
    name: text('name'),
    email: text('email'),
    message: text('message'),
  };
}
