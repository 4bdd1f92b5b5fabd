import { createContext, useContext } from 'react';
import type { Account } from '../../entities/account.ts';
import type { Session } from '../../lib/session.ts';

/** The account that the page shows, and how it is read again after a change. */
export type AccountValue = { session: Session; account: Account; reload: () => Promise<void> };

export const AccountContext = createContext<AccountValue | null>(null);

export function useAccount(): AccountValue {
  const value = useContext(AccountContext);
  if (!value) throw new Error('useAccount outside the account page');
  return value;
}
