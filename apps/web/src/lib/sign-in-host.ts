const KEY = 'stint.signInHost';

/** Where the session of this workspace host came from: its own sign-in page, or the main domain by hand-over. */
export type SignInHost = 'workspace' | 'main';

/** Remembers it, since a session that has ended tells nothing any more. */
export function rememberSignInHost(host: SignInHost): void {
  try {
    localStorage.setItem(KEY, host);
  } catch {
    // Without storage the main domain is asked, which leads back here where it has to.
  }
}

/** Where the next sign-in begins. */
export function signInHost(): SignInHost {
  try {
    return localStorage.getItem(KEY) === 'workspace' ? 'workspace' : 'main';
  } catch {
    return 'main';
  }
}
