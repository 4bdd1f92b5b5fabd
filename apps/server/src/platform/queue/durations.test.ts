import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createDurations, timed } from './durations.ts';

test('work is told by kind with how long it took, and failures apart', async () => {
  const registry = new Registry();
  const durations = createDurations('gateway');
  registry.registerMetric(durations);
  await timed(durations, { place: 'us', kind: 'note' }, async () => 'done');
  const failed = timed(durations, { place: 'us', kind: 'note' }, () => Promise.reject(new Error('no luck')));
  await expect(failed).rejects.toThrow('no luck');
  const text = await registry.metrics();
  for (const outcome of ['done', 'failed'])
    expect(text).toContain(`stint_job_duration_seconds_count{place="us",kind="note",outcome="${outcome}"} 1`);
});
