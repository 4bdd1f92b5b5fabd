import type { ApiClientOptions } from './api-client.ts';
import type { Calls } from './calls.ts';
import type { FirstAnswers } from './first-answers.ts';
import { watchForms } from './forms-at-work.ts';
import type { PageSettings } from './page-settings.ts';
import { createSession, mainOriginOf, type Session } from './session.ts';
import { createSessionEnd } from './session-end.ts';

type PageSession = {
  settings: PageSettings;
  /** Makes the calls of the gateway, at once or with the first of them. */
  makeCalls(options: ApiClientOptions): Calls;
  /** Address of the form, with where to come back to. */
  signInAgain(): string;
  /** In place of a page that was refused again after the form. */
  stop(): Promise<void>;
  /** Over a page on which somebody is filling in a form. @returns takes it away again */
  sayHeld(signIn: string): Promise<() => void>;
  /** Over a page whose person is no longer the one who is signed in. @returns takes it away again */
  saySomebodyElse?(signIn: string): Promise<() => void>;
  /** What else goes when the session does. */
  clear?(): Promise<void>;
  /** What came with the page. */
  first?: FirstAnswers | null;
};

/** The session of a page: its end leads to the form, and what it may not do to the main domain, which says so. */
export function startPageSession({
  settings,
  makeCalls,
  signInAgain,
  stop,
  sayHeld,
  saySomebodyElse,
  clear,
  first,
}: PageSession): Session {
  const refused = `${mainOriginOf(settings)}/?error=unauthorize_access`;
  const forms = watchForms(document, Date.now);
  const hold = (resume: () => void) => {
    if (!forms.isAny()) return false;
    const said = sayHeld(signInAgain());
    const forget = session.auth.on('tokens', ({ user }) => {
      forget();
      // What is shown and typed here is somebody else's: none of it is for whoever signed in now, nor sent in their name.
      if (user?.userUuid !== person) {
        location.reload();
        return;
      }
      resume();
      void said.then((takeAway) => takeAway());
      // What the page heard meanwhile is missing from it: it is read anew once nothing typed would go with it.
      addEventListener('focusin', () => {
        if (forms.areGone()) location.reload();
      });
    });
    return true;
  };
  const onSessionEnded = createSessionEnd({
    logout: async () => {
      await session.auth.logout({ redirect: false });
      await clear?.();
    },
    storage: () => sessionStorage,
    now: Date.now,
    leave() {
      leaveField();
      location.assign(signInAgain());
    },
    stop() {
      leaveField();
      void stop();
    },
    hold,
  });
  const onUnauthorized = () => {
    // The page that says so may be refused its own calls: it stays and shows what they answered.
    if (location.href !== refused) location.assign(refused);
  };
  let said: Promise<() => void> | null = null;
  const onSomebodyElse = () => {
    said ??= saySomebodyElse?.(signInAgain()) ?? null;
  };
  const session = createSession(
    settings,
    { onSessionEnded, onSomebodyElse, onUnauthorized },
    makeCalls,
    first,
  );
  session.auth.on('tokens', () => {
    if (session.isSomebodyElses()) return onSomebodyElse();
    // Whose page it is came back: it goes on where it was.
    void said?.then((takeAway) => takeAway());
    said = null;
  });
  // Whose page it is: the first person known here. At the end of their session nothing says so any more.
  let person = session.auth.user()?.userUuid;
  session.auth.on('tokens', ({ user }) => {
    person ??= user?.userUuid;
  });
  return session;
}

/** What is being typed is kept as that of every field that is left, and counted with it. */
function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** A check that fails is logged and reported; the page goes on as for somebody who is not signed in. */
export async function isLoggedIn({ auth, report }: Session): Promise<boolean> {
  return auth.isLoggedIn().catch((error: unknown) => {
    console.error(error);
    report(error);
    return false;
  });
}
