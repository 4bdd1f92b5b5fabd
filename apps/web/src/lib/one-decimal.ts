import { formatNumber } from '@stint/domain/workspace/formats.ts';
import { ownWays } from './formats.ts';

/** `82.5`, or `82,5`: what shares are shown with. */
export function oneDecimal(value: number): string {
  return formatNumber(value, ownWays(), 1);
}
