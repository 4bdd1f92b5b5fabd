import { expect, test } from 'vitest';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';

const desk = openGatewayDesk();
const { post, remove } = desk;

test('the calendar feed is an address that is its own key', async () => {
  const member = await desk.gateway.addMember(desk.workspace);
  const project = (await post('Projects', { projectName: 'Feed; with, signs' })).body.projectID;
  const today = desk.gateway.clock.now().toISOString().slice(0, 10);
  await post(
    'TimeSheet',
    { projectID: project, workDate: today, hours: 2, comment: `${'Long '.repeat(30)}end` },
    member,
  );
  const url = new URL(
    (await post('Calendar', {}, member)).body?.url ??
      (await desk.gateway.call('POST', 'Calendar', { as: member })).body.url,
  );
  expect(url.host).toBe('harbour.stint.localhost:3000');
  const read = async (path: string) =>
    desk.gateway.call('GET', path.replace('/api/', ''), { headers: { host: url.host } });
  const feed = await read(url.pathname);
  expect([feed.status, feed.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(feed.text).toContain(`DTSTART;VALUE=DATE:${today.replaceAll('-', '')}\r\n`);
  expect(feed.text).toContain('SUMMARY:2:00 Feed\\; with\\, signs');
  expect(feed.text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  // The last character of base64url has unused bits, so one further in front is changed.
  const other = url.pathname.replace(
    /(.)(.{9}\.ics)$/,
    (_, sign: string, rest: string) => `${sign === 'a' ? 'b' : 'a'}${rest}`,
  );
  expect((await read(other)).status).toBe(404);
  await remove('Calendar', member);
  expect((await read(url.pathname)).status).toBe(404);
});
