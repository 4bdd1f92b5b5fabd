import { isLostPart } from '../../lib/lost-part.ts';
import { reloadOnce } from '../../lib/reload-after-update.ts';
import type { Session } from '../../lib/session.ts';

/**
 * Somebody who is signed in, and whose page lost a part on the way, gets the form's page anew, with the parts of today: it
 * leads on whoever is signed in.
 *
 * @param isAsked somebody pressed for it: a browser may not ask again for a part that failed, so that nothing else helps, and
 *   no page goes round that waits for a press. By itself a page is loaded anew once a minute.
 * @returns whether the page is on its way
 */
export function loadAnew(
  { auth }: Pick<Session, 'auth'>,
  error: unknown,
  { isAsked = false }: { isAsked?: boolean } = {},
): boolean {
  if (!isLostPart(error) || !auth.snapshot().isSignedIn) return false;
  // What was told once is not told again, since it would keep the person here.
  const query = new URLSearchParams();
  for (const redirect of new URLSearchParams(location.search).getAll('redirect'))
    query.append('redirect', redirect);
  const waiting = auth.samlRequest();
  if (waiting) query.set('saml', waiting);
  const reload = () => location.replace(`/signin?${query}`);
  if (isAsked) {
    reload();
    return true;
  }
  try {
    return reloadOnce({ storage: sessionStorage, now: Date.now, reload });
  } catch {
    // Without storage nothing would end going round.
    return false;
  }
}
