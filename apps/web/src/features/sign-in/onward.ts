/** What comes after the form or in its place, with the calls of the gateway that it makes: neither waits for the other. */
export async function onward() {
  await Promise.all([import('./going-on.ts'), import('../../lib/calls.ts')]);
  return import('./going-on.ts');
}

/** Fetches it while somebody fills the form in; what does not come now is asked for again when it is needed. */
export function prefetchOnward(): void {
  onward().catch(() => undefined);
}
