import type { QueryClient } from '@tanstack/react-query';

/** Asks anew for everything that is kept under these names, the first parts of the keys. */
export async function invalidate(queryClient: QueryClient, ...names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}
