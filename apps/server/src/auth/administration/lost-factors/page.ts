import type { Language } from '@stint/domain/language.ts';
import type { FastifyInstance } from 'fastify';
import { asScript, sendPage, wordsFor } from '../../mechanisms/http/page.ts';

type LostWords = {
  title: string;
  text: string;
  confirm: string;
  refuse: string;
  /** `{at}` stands for the time at which it is removed. */
  said: Record<'wait' | 'stays' | 'removed' | 'waits' | 'spent' | 'failed', string>;
};

const WORDS: Record<Language, LostWords> = {
  en: {
    title: 'Remove your authenticator?',
    text: 'An owner of your workspace says that you have lost it. Confirm only if that is so: your authenticator and its backup codes are removed, and you are signed out everywhere.',
    confirm: 'I have lost it, remove it',
    refuse: 'Stop it, my authenticator stays',
    said: {
      wait: 'One moment…',
      stays: 'Done: your authenticator stays.',
      removed: 'Done: your authenticator is removed. Sign in and set up a new one.',
      waits: 'Confirmed. It is removed on {at} at the latest, or as soon as a second owner or admin agrees.',
      spent: 'This link was used already, was stopped, or is older than seven days.',
      failed: 'That did not work. Check your connection and try again.',
    },
  },
  de: {
    title: 'Ihren Authenticator entfernen?',
    text: 'Jemand mit Inhaberrechten in Ihrem Arbeitsbereich sagt, dass Sie ihn verloren haben. Bestätigen Sie nur, wenn das stimmt: Ihr Authenticator und seine Ersatzcodes werden entfernt, und Sie werden überall abgemeldet.',
    confirm: 'Ich habe ihn verloren, entfernen',
    refuse: 'Aufhalten, mein Authenticator bleibt',
    said: {
      wait: 'Einen Moment …',
      stays: 'Erledigt: Ihr Authenticator bleibt.',
      removed:
        'Erledigt: Ihr Authenticator ist entfernt. Melden Sie sich an, und richten Sie einen neuen ein.',
      waits:
        'Bestätigt. Er wird spätestens am {at} entfernt, oder sobald eine zweite Person mit Inhaber- oder Adminrechten zustimmt.',
      spent: 'Dieser Link wurde schon benutzt, aufgehalten oder ist älter als sieben Tage.',
      failed: 'Das hat nicht geklappt. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
    },
  },
};

/** GET `/auth/lost-factor`: opening the link changes nothing, since scanners open links too; its buttons do (security 4). */
export function installLostFactorPage(app: FastifyInstance): void {
  app.get('/auth/lost-factor', (_request, reply) => {
    const { title, text, confirm, refuse, said } = wordsFor(reply, WORDS);
    return sendPage(reply, {
      status: 200,
      title,
      body:
        `<p>${text}</p><p><button type="button" data-answer="confirm">${confirm}</button></p>` +
        `<p><button type="button" data-answer="refuse">${refuse}</button></p><p role="status"></p>`,
      script: `const said = ${asScript(said)};\n${script}`,
      connects: true,
    });
  });
}

const script = `
const query = new URLSearchParams(location.search);
history.replaceState(null, '', location.pathname);
const buttons = [...document.querySelectorAll('button')];
const status = document.querySelector('[role=status]');
const say = (text) => { status.textContent = text; };
const show = (isShown) => { for (const button of buttons) button.hidden = !isShown; };
const answered = ({ readyAt }) => {
  if (!readyAt) return said.stays;
  const at = new Date(readyAt);
  return at <= new Date()
    ? said.removed
    : said.waits.replace('{at}', at.toLocaleString(document.documentElement.lang));
};
for (const button of buttons) button.addEventListener('click', async () => {
  for (const one of buttons) one.disabled = true;
  say(said.wait);
  try {
    const answer = await fetch(location.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        uuid: query.get('uuid') ?? '', token: query.get('token') ?? '', answer: button.dataset.answer,
      }),
    });
    if (answer.ok) {
      show(false);
      say(answered(await answer.json()));
    } else if (answer.status < 500 && answer.status !== 429) {
      show(false);
      say(said.spent);
    } else throw new Error(answer.statusText);
  } catch {
    for (const one of buttons) one.disabled = false;
    say(said.failed);
  }
});
`;
