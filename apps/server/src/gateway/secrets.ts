import type { Config } from '../config.ts';
import { createSecrets, type Secrets } from '../platform/secrets.ts';

/**
 * What the gateway seals and signs with: the deployment's master secret, or without one the server key. Once there is a
 * master secret, what the server key sealed is still opened.
 */
export function gatewaySecrets(
  { secretKey, formerKey, nextKey }: Pick<Config, 'secretKey' | 'formerKey' | 'nextKey'>,
  adminKey: string,
): Secrets {
  const own = Buffer.from(adminKey.padEnd(32, '.'));
  if (secretKey === undefined) return createSecrets(own);
  const named = (key: string | undefined) => (key === undefined ? [] : [Buffer.from(key)]);
  return createSecrets(Buffer.from(secretKey), { former: [...named(formerKey), own], next: named(nextKey) });
}
