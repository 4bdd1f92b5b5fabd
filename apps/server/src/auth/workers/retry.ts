const second = 1000;
const hour = 60 * 60 * second;

/** When to try again after the given number of tries: 10 s, doubling, at most 1 h (security 14). */
export function nextTry(now: Date, tries: number): Date {
  return new Date(now.getTime() + Math.min(10 * second * 2 ** Math.max(0, tries - 1), hour));
}
