import type { Call } from '../lib/session.ts';

/** Whether the address of a person is confirmed. */
export async function readIsEmailConfirmed(call: Call, userUuid: string): Promise<boolean> {
  const { item2 } = await call('GET /General/IsEmailConfirm/:uuid', { params: { uuid: userUuid } });
  return item2;
}
