import { providerUrl } from '../../../config.ts';
import type { Foundation } from '../../model/foundation.ts';

/** Where a mail about a changed address leads; any application is served, whatever its pages know. */
export function undoAddress(
  { config }: Pick<Foundation, 'config'>,
  undo: { token: string; uuid: string },
): string {
  return `${providerUrl(config)}self/undo?${new URLSearchParams({ ...undo, type: 'undo' })}`;
}
