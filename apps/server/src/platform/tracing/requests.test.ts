import { afterEach, expect, test } from 'vitest';
import { createHttpServer } from '../http.ts';
import { traceRequests } from './requests.ts';
import { currentTraceparent, type NewSpan, runBelow, type Tracing } from './tracing.ts';

const given = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const begun: NewSpan[] = [];
/** Notes what is begun; the libraries are another test's matter. */
const tracing: Tracing = {
  begin(span) {
    begun.push(span);
    const open = {
      traceparent: `span ${begun.length}`,
      run: <T>(work: () => T): T => runBelow(open, work),
      end: () => {},
    };
    return open;
  },
  close: async () => {},
};
afterEach(() => void begun.splice(0));

async function ask(trustedProxies: string[], remoteAddress: string) {
  const app = createHttpServer({ trustedProxies, logger: false });
  traceRequests(app, tracing, trustedProxies);
  app.post('/things/:id', async () => ({ span: currentTraceparent() }));
  const headers = { traceparent: given, 'content-type': 'application/json', host: 'stint.localhost' };
  const answer = await app.inject({
    method: 'POST',
    url: '/things/7',
    headers,
    payload: '{}',
    remoteAddress,
  });
  await app.close();
  return answer.json();
}

test.each([
  ['10.1.2.3', ['10.0.0.0/8']],
  ['10.1.2.3', ['10.0.0.0/255.0.0.0']],
  ['::ffff:10.1.2.3', ['10.1.2.3']],
  ['127.0.0.1', ['loopback']],
  ['fd00::1', ['uniquelocal']],
])('security 2: what the trusted proxy %s says of a trace is gone on with (%s)', async (address, proxies) => {
  expect(await ask(proxies, address)).toEqual({ span: 'span 1' });
  expect(begun).toMatchObject([{ name: 'POST /things/:id', kind: 'server', parent: given }]);
});

test.each([
  ['10.1.2.3', []],
  ['11.1.2.3', ['10.0.0.0/8']],
  ['fd00::1', ['10.0.0.0/8', 'loopback']],
])('security 2: a trace that the stranger %s names is not gone on with (%s)', async (address, proxies) => {
  await ask(proxies, address);
  expect(begun).toMatchObject([{ parent: '' }]);
});
