import { afterAll, beforeAll, expect, test } from 'vitest';
import { askThroughRestarts } from './rolling-restarts.ts';
import { type SeveralProducts, startSeveralProducts } from './several-products.ts';

let products: SeveralProducts;

beforeAll(async () => {
  products = await startSeveralProducts(2);
});
afterAll(() => products?.stop());

// `npm run bench -- restarts` asks 10,000 times through ten restarts of three processes.
test('whole products beside each other on one database are restarted one by one, and nothing that is asked fails', async () => {
  const traffic = await products.prepareTraffic();
  const tally = await askThroughRestarts({
    processes: products.processes,
    start: (former) => products.start(former),
    traffic,
    restarts: 2,
    requests: 400,
  });
  expect(tally.failures).toEqual([]);
  expect(tally.requests).toBeGreaterThanOrEqual(400);
  const kept = await products.server.read('time_us', 'select count(*)::int as kept from app.timesheet_entry');
  expect(kept).toEqual([{ kept: traffic.saved.length }]);
}, 600_000);

test('one provider’s session is good at the other: tenant, key and tokens are those of the database', async () => {
  const [one, other] = await Promise.all(products.processes.map((process) => process.access()));
  expect(other).toEqual(one);
}, 600_000);
