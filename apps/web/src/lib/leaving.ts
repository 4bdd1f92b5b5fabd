/** Longer than a browser waits for most pages; a file that is fetched begins as a page does, and leaves this one open. */
const LEAVING_MILLISECONDS = 10_000;

/**
 * As soon as a page is left, and long before the next one is there, Firefox calls off what it still asks for.
 *
 * @returns whether the page is being left now
 */
export function watchLeaving(target: EventTarget, now: () => number): () => boolean {
  let leftAt = Number.NEGATIVE_INFINITY;
  target.addEventListener('beforeunload', () => {
    leftAt = now();
  });
  return () => now() - leftAt < LEAVING_MILLISECONDS;
}
