import { useEffect, useState } from 'react';
import { readIsEmailConfirmed } from '../../entities/person.ts';
import type { Session } from '../../lib/session.ts';

/**
 * Whether the signed-in person's address is confirmed; null while that is asked, or where nobody can say. The link of the
 * mail opens in another tab: what happened there is heard here, or looked for when somebody comes back to this tab.
 */
export function useEmailConfirmed({ auth, call }: Session): boolean | null {
  const [isConfirmed, setIsConfirmed] = useState<boolean | null>(null);
  useEffect(() => {
    let isGone = false;
    const ask = () => {
      const uuid = auth.snapshot().isSignedIn ? auth.user()?.userUuid : undefined;
      if (!uuid || document.visibilityState === 'hidden') return;
      readIsEmailConfirmed(call, uuid).then(
        (answer) => !isGone && setIsConfirmed(answer),
        // What cannot be told now is asked again with the next look.
        () => undefined,
      );
    };
    ask();
    const stop = auth.on('tokens', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      isGone = true;
      stop();
      document.removeEventListener('visibilitychange', ask);
    };
  }, [auth, call]);
  return isConfirmed;
}
