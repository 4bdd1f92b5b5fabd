import type { Language } from '@stint/domain/language.ts';
import type { FastifyInstance } from 'fastify';
import { asScript, sendPage, wordsFor } from '../mechanisms/http/page.ts';

type UndoWords = {
  title: string;
  text: string;
  button: string;
  said: Record<'wait' | 'done' | 'spent' | 'failed', string>;
};

const WORDS: Record<Language, UndoWords> = {
  en: {
    title: 'Take the change back?',
    text: 'Your account goes back to the email address or phone number it had before, and is signed out everywhere. A password, authenticator or linked account that was set up since is removed.',
    button: 'Take the change back',
    said: {
      wait: 'One moment…',
      done: 'Done: your account is what it was. Whatever was set up since the change is gone; your address gets a link to choose a new password.',
      spent: 'This link was used already or is older than seven days.',
      failed: 'That did not work. Check your connection and try again.',
    },
  },
  de: {
    title: 'Die Änderung zurücknehmen?',
    text: 'Ihr Konto bekommt die E-Mail-Adresse oder Telefonnummer von vorher zurück und wird überall abgemeldet. Ein Passwort, ein Authenticator oder ein verknüpftes Konto, das seither eingerichtet wurde, wird entfernt.',
    button: 'Die Änderung zurücknehmen',
    said: {
      wait: 'Einen Moment …',
      done: 'Erledigt: Ihr Konto ist, was es war. Was seit der Änderung eingerichtet wurde, ist entfernt; an Ihre Adresse geht ein Link für ein neues Passwort.',
      spent: 'Dieser Link wurde schon benutzt oder ist älter als sieben Tage.',
      failed: 'Das hat nicht geklappt. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
    },
  },
};

/**
 * GET `/self/undo`: opening the link changes nothing, since scanners open links too; the button does (security 4). The
 * credentials leave the address bar before anything is sent.
 */
export function installUndoPage(app: FastifyInstance): void {
  app.get('/self/undo', (_request, reply) => {
    const { title, text, button, said } = wordsFor(reply, WORDS);
    return sendPage(reply, {
      status: 200,
      title,
      body: `<p>${text}</p><p><button type="button">${button}</button></p><p role="status"></p>`,
      script: `const said = ${asScript(said)};\n${script}`,
      connects: true,
    });
  });
}

const script = `
const query = new URLSearchParams(location.search);
history.replaceState(null, '', location.pathname);
const button = document.querySelector('button');
const status = document.querySelector('[role=status]');
const say = (text) => { status.textContent = text; };
button.addEventListener('click', async () => {
  button.disabled = true;
  say(said.wait);
  try {
    const answer = await fetch(location.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uuid: query.get('uuid') ?? '', token: query.get('token') ?? '' }),
    });
    if (answer.ok) {
      button.hidden = true;
      say(said.done);
    } else if (answer.status < 500 && answer.status !== 429) {
      button.hidden = true;
      say(said.spent);
    } else throw new Error(answer.statusText);
  } catch {
    button.disabled = false;
    say(said.failed);
  }
});
`;
