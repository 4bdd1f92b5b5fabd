import { type AuthClient, type AuthClientOptions, createAuthClient } from '@latchkey/client';

/** A client for pages whose scripts load in no sure order: calls by name, warnings instead of exceptions. */
interface LateClient {
  init(options: AuthClientOptions): AuthClient;
  /** Calls a method of the client by its name. What goes wrong is warned of, and the result is undefined. */
  call(method: string, ...args: unknown[]): Promise<unknown>;
  /** Reads a property of the client or of its signed-in user by its name. */
  get(key?: string): unknown;
}

/** A client that is made later by `init`. */
export function createLateClient(
  warn: (message: string, cause?: unknown) => void = console.warn,
): LateClient {
  let client: AuthClient | null = null;
  const refuse = (message: string, cause?: unknown): undefined => {
    warn(message, ...(cause === undefined ? [] : [cause]));
    return undefined;
  };

  async function call(name: string, ...args: unknown[]): Promise<unknown> {
    if (!client) return refuse(`${name} was called before initialisation`);
    const method: unknown = Object.entries(client).find(([key]) => key === name)?.[1];
    if (typeof method !== 'function') return refuse(`${name} is not a method`);
    try {
      return await method(...args);
    } catch (thrown) {
      return refuse(`${name} threw`, thrown);
    }
  }

  return {
    init: (options) => {
      client?.close();
      client = createAuthClient(options);
      return client;
    },
    call,
    get(key) {
      if (!key) return refuse('no key provided');
      const values = { ...client?.user(), ...client?.tokens(), ...client };
      if (!(key in values)) return refuse(`key ${key} was not found`);
      return values[key as keyof typeof values];
    },
  };
}
