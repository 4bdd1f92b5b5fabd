import type { FastifyInstance } from 'fastify';
import { sendPage } from '../../mechanisms/http/page.ts';

/** GET `/auth/lost-factor`: opening the link changes nothing, since scanners open links too; its buttons do (security 4). */
export function installLostFactorPage(app: FastifyInstance): void {
  app.get('/auth/lost-factor', (_request, reply) =>
    sendPage(reply, {
      status: 200,
      title: 'Remove your authenticator?',
      body:
        '<p>An owner of your workspace says that you have lost it. Confirm only if that is so: your authenticator and its backup codes are removed, and you are signed out everywhere.</p>' +
        '<p><button type="button" data-answer="confirm">I have lost it, remove it</button></p>' +
        '<p><button type="button" data-answer="refuse">Stop it, my authenticator stays</button></p><p role="status"></p>',
      script,
      connects: true,
    }),
  );
}

const script = `
const query = new URLSearchParams(location.search);
history.replaceState(null, '', location.pathname);
const buttons = [...document.querySelectorAll('button')];
const status = document.querySelector('[role=status]');
const say = (text) => { status.textContent = text; };
const show = (isShown) => { for (const button of buttons) button.hidden = !isShown; };
const answered = ({ readyAt }) => {
  if (!readyAt) return 'Done: your authenticator stays.';
  const at = new Date(readyAt);
  return at <= new Date()
    ? 'Done: your authenticator is removed. Sign in and set up a new one.'
    : 'Confirmed. It is removed on ' + at.toLocaleString() + ' at the latest, or as soon as a second owner or admin agrees.';
};
for (const button of buttons) button.addEventListener('click', async () => {
  for (const one of buttons) one.disabled = true;
  say('One moment…');
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
      say('This link was used already, was stopped, or is older than seven days.');
    } else throw new Error(answer.statusText);
  } catch {
    for (const one of buttons) one.disabled = false;
    say('That did not work. Check your connection and try again.');
  }
});
`;
