import { type AuthClient, createAuthClient } from '@latchkey/client';
import { useEffect, useState } from 'react';

interface ClientSource {
  client?: AuthClient | undefined;
  tenantId?: string | undefined;
  baseUrl?: string | undefined;
  mode?: 'test' | 'live' | undefined;
}

/** The given client, or one of the widget's own that ends with it. */
export function useClient({ client, tenantId, baseUrl, mode }: ClientSource): AuthClient {
  const [own] = useState(() =>
    client
      ? null
      : createAuthClient({
          tenantId,
          source: 'widget',
          ...(baseUrl ? { baseUrl } : {}),
          ...(mode ? { mode } : {}),
        }),
  );
  useEffect(() => () => own?.close(), [own]);
  const used = client ?? own;
  if (!used) throw new Error('The widget was given a client at first and then none.');
  return used;
}
