import type { Session } from '../../lib/session.ts';
import { useLoad } from '../../lib/use-async.ts';

/** Whether the signed-in person's address is confirmed; null while that is asked, or where nobody can say. */
export function useEmailConfirmed({ auth, call }: Session): boolean | null {
  const uuid = auth.snapshot().isSignedIn ? auth.user()?.userUuid : undefined;
  const answer = useLoad(async () => {
    if (!uuid) return null;
    const { item2 } = await call('GET /General/IsEmailConfirm/:uuid', { params: { uuid } });
    return item2;
  });
  return answer.status === 'done' ? answer.value : null;
}
