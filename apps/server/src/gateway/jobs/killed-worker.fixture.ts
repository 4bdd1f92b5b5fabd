import { openDatabase } from '../../platform/database.ts';
import { createJobWorker } from './worker.ts';

// A process that takes jobs, says so and never ends one: what is killed in the middle of a job.
const [service = '', jobs = ''] = process.argv.slice(2);
const worker = createJobWorker({
  regions: [
    {
      code: 'us',
      database: openDatabase({ address: JSON.parse(service) }),
      queue: openDatabase({ address: JSON.parse(jobs) }),
    },
  ],
  log: { error: () => {}, warn: () => {} },
  handlers: {
    note: async (job) => {
      process.stdout.write(`${job.id}\n`);
      await new Promise(() => {});
    },
  },
  periodic: [],
});
worker.start();
setInterval(() => {}, 60_000);
