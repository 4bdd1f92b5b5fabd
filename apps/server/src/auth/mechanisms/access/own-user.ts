import { AppError } from '@stint/domain/errors.ts';
import type { Queryable } from '../../../platform/database.ts';
import { findUserById, type User } from '../../model/users/queries.ts';
import type { UserCaller } from './access.ts';

/** The person behind a session. @throws AppError `unauthorized` when gone */
export async function requireSelf(
  { database }: { database: Queryable },
  { realm, session }: Pick<UserCaller, 'realm' | 'session'>,
): Promise<User> {
  const user = await findUserById(database, realm, session.userId);
  if (!user) throw new AppError('unauthorized');
  return user;
}
