import type { ApiClientOptions } from './api-client.ts';
import type { Calls } from './calls.ts';

type AnyCall = (...args: never[]) => Promise<unknown>;

/** Calls whose code comes with the first of them: the form of a sign-in makes none. */
export function makeLateCalls(options: ApiClientOptions): Calls {
  let made: Promise<Calls> | null = null;
  const load = async () => (await import('./calls.ts')).makeCalls(options);
  const late =
    (name: keyof Calls): AnyCall =>
    async (...args) => {
      made ??= load();
      // What could not be fetched is fetched with the next call.
      const calls = await made.catch((error: unknown) => {
        made = null;
        throw error;
      });
      return (calls[name] as AnyCall)(...args);
    };
  return { call: late('call'), openStream: late('openStream'), openFile: late('openFile') } as Calls;
}
