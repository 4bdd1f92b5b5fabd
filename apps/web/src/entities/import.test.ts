import { expect, test } from 'vitest';
import { createStreamOpener } from '../lib/api-client.ts';
import { ConnectionError } from '../lib/api-error.ts';
import type { GatewayTable } from '../lib/gateway.ts';
import { saveRefusedLines } from './import.ts';

test('a file that breaks off on its way is a lost connection, no fault', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new TypeError('network error'));
    },
  });
  const openFile = createStreamOpener<GatewayTable>(
    {
      baseUrl: '/api/',
      session: {
        token: () => ({ accessToken: 'token', sessionId: 'session' }),
        isSomebodyElses: () => false,
        tenantId: 'acme0001',
        regionCode: 'us',
        refresh: async () => 'ended',
      },
      fetch: async () => new Response(body),
      wait: async () => {},
      random: () => 0.5,
      now: () => 0,
      newKey: () => 'key-1',
      lastWrites: { note: () => {}, text: () => '0' },
      connection: { isAway: () => false, reached: () => {}, missed: () => {}, refused: () => {} },
      onSessionEnded: () => {},
      onSomebodyElse: () => {},
      onUnauthorized: () => {},
    },
    null,
  );
  await expect(saveRefusedLines({ openFile }, 'import-1', 'lines.csv')).rejects.toBeInstanceOf(
    ConnectionError,
  );
});
