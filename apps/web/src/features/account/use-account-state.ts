import { useCallback, useEffect, useState } from 'react';
import { type Account, readAccount } from '../../entities/account.ts';
import type { Session } from '../../lib/session.ts';

/** The own record; reading it again keeps what is shown, since forms on the page may be half filled in. */
export function useAccountState(session: Session) {
  const [account, setAccount] = useState<Account | null>(null);
  const [error, setError] = useState<unknown>(null);
  const reload = useCallback(async () => {
    try {
      setAccount(await readAccount(session));
      setError(null);
    } catch (thrown) {
      setError(thrown);
    }
  }, [session]);
  useEffect(() => void reload(), [reload]);
  return { account, error, reload };
}
