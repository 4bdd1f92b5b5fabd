const pattern = /^lk_(test|live)_(admin|readonly|webhook)_([a-z0-9]{8})_([0-9a-f]{64})$/;

/** What a server key of the provider says of itself. */
export type ApiKeyParts = {
  mode: 'test' | 'live';
  kind: 'admin' | 'readonly' | 'webhook';
  /** Public id of the tenant whose key it is. */
  tenantId: string;
};

/**
 * Reads a server key such as `lk_live_admin_abcd1234_…`, which ends in 64 hexadecimal digits.
 *
 * @param text as it stands in a setting or behind `Bearer`
 * @returns null when it has another form
 */
export function parseApiKey(text: string): ApiKeyParts | null {
  const [, mode, kind, tenantId] = pattern.exec(text) ?? [];
  if (!mode || !kind || !tenantId) return null;
  return { mode: mode as ApiKeyParts['mode'], kind: kind as ApiKeyParts['kind'], tenantId };
}
