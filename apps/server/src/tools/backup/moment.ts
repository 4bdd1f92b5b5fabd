/**
 * A moment with its zone, such as `2026-11-21T08:00:00Z` or `2026-11-21T09:00:00.5+01:00`; without one it would be read by the clock
 * of whoever restores.
 * @returns null for `latest`, undefined for anything else
 */
export function parseMoment(text: string): Date | null | undefined {
  if (text === 'latest') return null;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
