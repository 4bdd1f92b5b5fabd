import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSmtpMailer } from '../../platform/mail.ts';
import { sql } from '../../platform/sql.ts';
import { type AuthHarness, startAuth } from '../../testing/auth-harness.ts';
import { queueMessage } from '../mechanisms/outbox/outbox.ts';
import { findTenantByPublicId, type Tenant } from '../model/tenants/queries.ts';

const second = 1000;
let live: AuthHarness;
let root: Tenant;
let smtp: SMTPServer;
/** Every recipient that the server was asked about. */
let asked: string[] = [];
let answer: 'take' | 'no such user' | 'try later' = 'take';
let smsCalls = 0;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      asked.push(address);
      if (answer === 'take') return done();
      const code = answer === 'try later' ? 451 : 550;
      done(Object.assign(new Error(answer), { responseCode: code }));
    },
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => done());
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  live = await startAuth({ env: { MODE: 'live' } });
  const { port } = smtp.server.address() as AddressInfo;
  const { context } = live.service;
  context.mail = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'Stint <no-reply@stint.example>');
  context.sms = {
    async send() {
      smsCalls++;
      throw Object.assign(new Error('the SMS gateway answered 503'), { status: 503 });
    },
  };
  const found = await findTenantByPublicId(live.db.database, live.rootId);
  if (!found) throw new Error('no root tenant');
  root = found;
});
afterAll(async () => {
  live.service.context.mail?.close();
  await live.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});
beforeEach(async () => {
  await live.db.owner.run(sql`delete from auth.outbox`);
  live.service.context.deliveries.succeeded('email');
  asked = [];
});

async function queue(count: number, channel: 'email' | 'sms' = 'email'): Promise<void> {
  const { context } = live.service;
  for (let n = 0; n < count; n++) {
    const to = channel === 'sms' ? `+1702555010${n}` : `p${n}@mail.example`;
    const message = { channel, to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
    await queueMessage(context, context.database, {
      realm: { rootTenantId: root.id, mode: 'live' },
      tenantId: root.id,
      message,
    });
    live.clock.advance(1);
  }
}
const statuses = () =>
  live.db.owner.rows(
    sql`select status, tries, count(*)::int as n from auth.outbox group by 1, 2 order by 1, 2`,
  );

describe('security 14: a circuit breaker before the mail server and the SMS gateway', () => {
  test('five failures pause the channel: the outbox keeps all, a pause costs no try, one message tries, then all go', async () => {
    answer = 'try later';
    await queue(8);
    await live.service.context.wakeWorkers();
    expect(asked).toHaveLength(5);
    expect(await statuses()).toEqual([
      { status: 'waiting', tries: 0, n: 3 },
      { status: 'waiting', tries: 1, n: 5 },
    ]);

    live.clock.advance(20 * second);
    await live.service.context.wakeWorkers();
    expect(asked).toHaveLength(5);

    live.clock.advance(15 * second);
    await live.service.context.wakeWorkers();
    expect(asked).toHaveLength(6);

    answer = 'take';
    live.clock.advance(60 * second);
    await live.service.context.wakeWorkers();
    expect((await statuses()).map((row) => (row as { status: string }).status)).not.toContain('waiting');
    expect(new Set(asked.slice(6)).size).toBe(8);
  });

  test('a refused recipient pauses nothing for others', async () => {
    answer = 'no such user';
    await queue(7);
    await live.service.context.wakeWorkers();
    expect(asked).toHaveLength(7);
  });

  test('text messages pause by themselves, mail goes on; both are counted', async () => {
    answer = 'take';
    await queue(7, 'sms');
    await queue(2);
    await live.service.context.wakeWorkers();
    expect(smsCalls).toBe(5);
    expect(asked).toHaveLength(2);
    const registry = new Registry();
    live.service.metrics(registry);
    const text = await registry.metrics();
    expect(text).toContain('latchkey_deliveries_total{channel="sms",outcome="failed"} 5');
    expect(text).toContain('latchkey_deliveries_total{channel="sms",outcome="paused"} 1');
    expect(text).toContain('latchkey_outbox_messages{status="waiting"} 7');
  });
});
