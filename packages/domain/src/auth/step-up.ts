import { MINUTE_MS } from '../time/units.ts';

/** Whether somebody who proved at an instant who they are need not do so again for what needs step-up (security 6). */
export function isFreshProof(provenAt: Date, now: Date): boolean {
  return now.getTime() - provenAt.getTime() <= 10 * MINUTE_MS;
}
