import { openDatabase } from '../../../platform/database.ts';
import { createQueueWorker } from '../../../platform/queue/worker.ts';

// A process that takes a job of the provider's queue, says so and never ends it: what is killed in the middle.
const [kind = '', , jobs = ''] = process.argv.slice(2);
const worker = createQueueWorker({
  places: [{ code: 'identity', queue: openDatabase({ address: JSON.parse(jobs) }) }],
  log: { error: () => {}, warn: () => {} },
  lanes: [
    {
      handlers: {
        [kind]: async () => {
          process.stdout.write('taken\n');
          await new Promise(() => {});
        },
      },
      concurrency: 1,
      pollMs: 1000,
    },
  ],
  periodic: [],
});
worker.start();
setInterval(() => {}, 60_000);
