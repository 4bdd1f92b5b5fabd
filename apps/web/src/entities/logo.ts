import type { Call } from '../lib/session.ts';

/** @param png base64, as a canvas writes it */
export function setLogo(call: Call, png: string) {
  return call('PUT /Workspace/Logo', { body: { png } });
}

export function removeLogo(call: Call) {
  return call('DELETE /Workspace/Logo', {});
}
