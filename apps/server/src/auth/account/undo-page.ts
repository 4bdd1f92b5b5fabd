import type { FastifyInstance } from 'fastify';
import { sendPage } from '../mechanisms/http/page.ts';

/**
 * GET `/self/undo`: opening the link changes nothing, since scanners open links too; the button does (security 4). The
 * credentials leave the address bar before anything is sent.
 */
export function installUndoPage(app: FastifyInstance): void {
  app.get('/self/undo', (_request, reply) =>
    sendPage(reply, {
      status: 200,
      title: 'Take the change back?',
      body:
        '<p>Your account goes back to the email address or phone number it had before, and is signed out everywhere. A password, authenticator or linked account that was set up since is removed.</p>' +
        '<p><button type="button">Take the change back</button></p><p role="status"></p>',
      script,
      connects: true,
    }),
  );
}

const script = `
const query = new URLSearchParams(location.search);
history.replaceState(null, '', location.pathname);
const button = document.querySelector('button');
const status = document.querySelector('[role=status]');
const say = (text) => { status.textContent = text; };
button.addEventListener('click', async () => {
  button.disabled = true;
  say('One moment…');
  try {
    const answer = await fetch(location.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uuid: query.get('uuid') ?? '', token: query.get('token') ?? '' }),
    });
    if (answer.ok) {
      button.hidden = true;
      say('Done: your account is what it was. Whatever was set up since the change is gone; your address gets a link to choose a new password.');
    } else if (answer.status < 500 && answer.status !== 429) {
      button.hidden = true;
      say('This link was used already or is older than seven days.');
    } else throw new Error(answer.statusText);
  } catch {
    button.disabled = false;
    say('That did not work. Check your connection and try again.');
  }
});
`;
