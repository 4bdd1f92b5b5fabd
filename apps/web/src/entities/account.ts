import type { IdentityRecord, SessionRecord } from '@latchkey/client';
import type { UserRecord } from '@stint/domain/api/auth/shapes.ts';
import type { Session } from '../lib/session.ts';
import { listWorkspaces, type Workspace } from './workspace.ts';

/** The own record at the provider, which belongs to no workspace. */
export type Account = UserRecord;

export async function readAccount({ auth }: Session): Promise<Account> {
  return (await auth.getSelf()) as unknown as Account;
}

/** What the account holds of a person, as one file shows it. */
export type AccountData = {
  account: Account;
  sessions: readonly SessionRecord[];
  identities: readonly IdentityRecord[];
  workspaces: Workspace[];
};

export async function readAccountData(session: Session): Promise<AccountData> {
  const { listSessions, listIdentities } = session.auth.account;
  const [account, sessions, identities, workspaces] = await Promise.all([
    readAccount(session),
    listSessions(),
    listIdentities(),
    listWorkspaces(session),
  ]);
  return { account, sessions, identities, workspaces };
}
