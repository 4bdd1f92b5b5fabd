import { AppError } from '@stint/domain/errors.ts';
import type { User } from '../../model/users/queries.ts';
import type { KeyCaller, UserCaller } from './access.ts';

/** The actor of an audit event made by a key. */
export function byKey({ key, client }: KeyCaller) {
  return {
    actorKind: 'key' as const,
    actorId: key.id,
    address: client.fullAddress,
    requestId: client.requestId,
  };
}

/** A call that is for servers only, although its access word also lets people in. @throws AppError `forbidden` */
export function requireServer(caller: KeyCaller | UserCaller): KeyCaller {
  if (caller.kind !== 'key') throw new AppError('forbidden', { message: 'This call takes a server key.' });
  return caller;
}

/** The person that a call with a key names and reaches. @throws AppError `not_found` */
export function requirePerson({ person }: KeyCaller): User {
  if (!person) throw new AppError('not_found');
  return person;
}
