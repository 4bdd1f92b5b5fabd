import type { ApiClientOptions } from './api-client.ts';
import type { Calls } from './calls.ts';

type AnyCall = (...args: never[]) => Promise<unknown>;

/**
 * Calls whose code comes with the first of them: the form of a sign-in makes none.
 * @param fetchPart fetches that code; what did not come is fetched once more, and again with the next call
 */
export function makeLateCalls(
  options: ApiClientOptions,
  fetchPart: () => Promise<{ makeCalls(options: ApiClientOptions): Calls }> = () => import('./calls.ts'),
): Calls {
  let made: Promise<Calls> | null = null;
  const load = async () => (await fetchPart().catch(fetchPart)).makeCalls(options);
  const late =
    (name: keyof Calls): AnyCall =>
    async (...args) => {
      made ??= load();
      const calls = await made.catch((error: unknown) => {
        made = null;
        throw error;
      });
      return (calls[name] as AnyCall)(...args);
    };
  return { call: late('call'), openStream: late('openStream'), openFile: late('openFile') } as Calls;
}
