import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createOtlpTracing } from './otlp.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the end does not wait for a collector that takes spans and never answers', async () => {
  // The exporter's own patience would otherwise end it as well.
  for (const name of ['OTEL_EXPORTER_OTLP_TIMEOUT', 'OTEL_BSP_EXPORT_TIMEOUT']) vi.stubEnv(name, '600000');
  const collector = createServer(() => {}).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  try {
    const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
    const tracing = await createOtlpTracing({ url, headers: {}, version: '1', share: 1 });
    tracing.begin({ name: 'work', kind: 'internal' }).end();
    const asked = once(collector, 'request');
    const closed = tracing.close();
    await asked;
    expect(await closed).toBeUndefined();
  } finally {
    collector.closeAllConnections();
    collector.close();
  }
});
