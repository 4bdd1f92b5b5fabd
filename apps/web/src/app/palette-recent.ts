import type { LastPageOwner } from '../lib/last-page.ts';
import type { PaletteTarget } from './palette-items.ts';

const MOST = 6;
const keyOf = ({ userId, tenantId }: LastPageOwner) => `stint.recent-${userId}-${tenantId}`;

/** What a person chose last in the palette, in this tab: names are not kept on a device for longer. */
export function readRecent(owner: LastPageOwner): PaletteTarget[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isTarget).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function keepRecent(owner: LastPageOwner, chosen: PaletteTarget): void {
  const others = readRecent(owner).filter(({ id }) => id !== chosen.id);
  try {
    sessionStorage.setItem(keyOf(owner), JSON.stringify([chosen, ...others].slice(0, MOST)));
  } catch {
    // Without storage nothing is recent.
  }
}

function isTarget(value: unknown): value is PaletteTarget {
  const { id, label, to } = (value ?? {}) as Partial<PaletteTarget>;
  return typeof id === 'string' && typeof label === 'string' && typeof to?.path === 'string';
}
