import { readConfig } from '../../config.ts';
import { systemClock } from '../../platform/clock.ts';
import { openDatabase } from '../../platform/database.ts';
import { createLogger } from '../../platform/log.ts';
import { createGatewayService } from '../service.ts';

// A process of the gateway that takes jobs: what is killed in the middle of an import.
const [database = '', queue = '', auth = ''] = process.argv.slice(2);
const service = await createGatewayService({
  regions: new Map([
    [
      'us',
      {
        name: 'United States',
        database: openDatabase({ address: JSON.parse(database) }),
        queue: openDatabase({ address: JSON.parse(queue) }),
      },
    ],
  ]),
  config: readConfig({ MAIN_DOMAIN: 'stint.localhost:3000' }),
  clock: systemClock,
  fetch,
  auth: JSON.parse(auth),
  log: createLogger('silent'),
});
service.startWorkers();
setInterval(() => {}, 60_000);
