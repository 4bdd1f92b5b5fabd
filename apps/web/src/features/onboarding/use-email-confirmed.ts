import { readIsEmailConfirmed } from '../../entities/person.ts';
import type { Session } from '../../lib/session.ts';
import { useLoad } from '../../lib/use-async.ts';

/** Whether the signed-in person's address is confirmed; null while that is asked, or where nobody can say. */
export function useEmailConfirmed({ auth, call }: Session): boolean | null {
  const uuid = auth.snapshot().isSignedIn ? auth.user()?.userUuid : undefined;
  const answer = useLoad(async () => (uuid ? readIsEmailConfirmed(call, uuid) : null));
  return answer.status === 'done' ? answer.value : null;
}
