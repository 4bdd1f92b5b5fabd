import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSmtpMailer, type Mail } from '../../platform/mail.ts';
import { createHttpSms } from '../../platform/sms.ts';
import { sql } from '../../platform/sql.ts';
import { type OpenSpan, runBelow } from '../../platform/tracing/tracing.ts';
import {
  type AuthHarness,
  goodPassword,
  type Json,
  randomAddress,
  startAuth,
} from '../../testing/auth-harness.ts';
import { passInQueue } from '../../testing/queued-jobs.ts';

const second = 1000;

describe('security 14: real mail', () => {
  let live: AuthHarness;
  let smtp: SMTPServer;
  const received: string[] = [];
  let isBroken = false;
  /** Done before the server says that it took a mail. */
  let beforeTaking: (() => Promise<unknown>) | null = null;

  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        stream.on('end', async () => {
          if (isBroken) return done(new Error('451 try later'));
          received.push(text);
          await beforeTaking?.();
          done();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    live = await startAuth({ env: { MODE: 'live' } });
    const { port } = smtp.server.address() as AddressInfo;
    live.service.context.mail = createSmtpMailer(
      `smtp://127.0.0.1:${port}`,
      'Stint <no-reply@stint.example>',
    );
  });
  afterAll(async () => {
    live.service.context.mail?.close();
    await live.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  });

  const create = (email: string) =>
    live.call(`POST /tenants/${live.rootId}/auth/create`, {
      body: { email, password: goodPassword },
      address: randomAddress(),
    });

  /** Becomes a job, and the job a mail. */
  const askReset = (email: string) =>
    live.call(`POST /tenants/${live.rootId}/auth/reset/link`, {
      body: { email },
      address: randomAddress(),
    });

  test('goes out as text and HTML with a stable Message-ID; what was sent keeps no content; the answer carries no link', async () => {
    const answer = await create('ada@example.com');
    expect(answer.status).toBe(200);
    await live.service.context.wakeWorkers();
    expect(received).toHaveLength(1);
    const mail = received[0] ?? '';
    expect(mail).toMatch(/^To: ada@example.com\r$/m);
    expect(mail).toMatch(/^Subject: Confirm your email address for Stint\r$/m);
    expect(mail).toMatch(/^Message-ID: <[0-9a-f-]{36}@stint\.example>\r$/m);
    expect(mail).toContain('text/plain');
    expect(mail).toContain('text/html');
    expect(mail).toContain('https://stint.example/signin?token=');
    expect(answer.text).not.toContain('token=');
    const rows = await live.db.owner.rows(
      sql`select status from auth.outbox where sealed_payload is not null`,
    );
    expect(rows).toEqual([]);
  });

  test('that comes round says how a mail program ends it with one click (RFC 8058)', async () => {
    const unsubscribeUrl = `https://stint.example/api/Unsubscribe/us_abcd1234_${'0'.repeat(120)}`;
    const mail = {
      to: 'weekly@example.com',
      subject: 'Hours of the week',
      paragraphs: ['Forty hours.'],
      footnote: 'Because somebody sends it to you.',
      sender: 'Acme',
    };
    for (const more of [{ unsubscribeUrl }, {}])
      await live.call('POST /messages', { bearer: live.adminKey, origin: null, body: { ...mail, ...more } });
    await live.service.context.wakeWorkers();
    const [ending, plain] = received.slice(-2).map((text) => text.replace(/\r\n[ \t]+/g, ' '));
    expect(ending).toContain(`\r\nList-Unsubscribe: <${unsubscribeUrl}>\r\n`);
    expect(ending).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    expect(plain).not.toMatch(/^List-/m);
  });

  test('is tried again after 10 s, 20 s …; what has expired meanwhile is dropped, not sent', async () => {
    isBroken = true;
    await create('bob@example.com');
    await live.service.context.wakeWorkers();
    const row = () =>
      live.db.owner.one<{ status: string; tries: number; wait: number }>(sql`select status, tries,
      extract(epoch from run_at - ${live.clock.now()})::int as wait from auth.outbox order by id desc limit 1`);
    expect(await row()).toEqual({ status: 'waiting', tries: 1, wait: 10 });
    live.clock.advance(10 * second);
    await live.service.context.wakeWorkers();
    expect(await row()).toEqual({ status: 'waiting', tries: 2, wait: 20 });
    isBroken = false;
    live.clock.advance(25 * 60 * 60 * second);
    const before = received.length;
    await live.service.context.wakeWorkers();
    expect(await row()).toMatchObject({ status: 'dropped' });
    expect(received).toHaveLength(before);
  });

  test('ten tries, then a dead letter and an error in the log', async () => {
    isBroken = true;
    await live.db.owner.run(sql`update auth.outbox set status = 'dropped'`);
    await create('eve@example.com');
    await live.db.owner.run(sql`update auth.outbox set drop_at = null where status = 'waiting'`);
    for (let turn = 0; turn < 10; turn++) {
      await live.service.context.wakeWorkers();
      live.clock.advance(60 * 60 * second);
    }
    const [row] = await live.db.owner.rows<{ id: string; status: string; tries: number }>(
      sql`select id, status, tries from auth.outbox order by id desc limit 1`,
    );
    expect(row).toMatchObject({ status: 'dead', tries: 10 });
    expect(live.logLines.some((line) => line.includes('given up') && line.includes('"level":50'))).toBe(true);
    isBroken = false;
    const before = received.length;
    // As an operator does, by the time of the test.
    await live.db.owner.run(sql`update auth.outbox set status = 'waiting', tries = 0, run_at = ${live.clock.now()}
      where id = ${row?.id} and status = 'dead' and sealed_payload is not null`);
    await live.service.context.wakeWorkers();
    expect(received.slice(before)).toEqual([expect.stringMatching(/^To: eve@example.com\r$/m)]);
  });

  test('what was taken while the database could not be told is not sent again', async () => {
    beforeTaking = () => live.db.owner.run(sql`alter table auth.outbox rename to outbox_away`);
    const before = received.length;
    await create('once@example.com');
    await live.service.context.wakeWorkers();
    expect(received).toHaveLength(before + 1);
    beforeTaking = null;
    await live.db.owner.run(sql`alter table auth.outbox_away rename to outbox`);
    // By then the claim on it has ended.
    live.clock.advance(6 * 60 * second);
    await live.service.context.wakeWorkers();
    expect(received).toHaveLength(before + 1);
    const left = sql`select 1 as one from auth.outbox where status = 'waiting'`;
    expect(await live.db.owner.rows(left)).toEqual([]);
  });

  test('a process that ends before it notes what was taken leaves it to another, which sends it with the same Message-ID', async () => {
    const newest = () =>
      live.db.owner.one<{ id: string; sealed: Buffer }>(
        sql`select id, sealed_payload as sealed from auth.outbox order by id desc limit 1`,
      );
    isBroken = true;
    await create('twice@example.com');
    await live.service.context.wakeWorkers();
    const { id, sealed } = await newest();
    isBroken = false;
    live.clock.advance(10 * second);
    const before = received.length;
    await live.service.context.wakeWorkers();
    // As the process leaves it that is killed now.
    await live.db.owner.run(sql`update auth.outbox set status = 'waiting', sealed_payload = ${sealed}, sent_at = null
      where id = ${id}`);
    await live.service.context.wakeWorkers();
    const ids = received.slice(before).map((mail) => /^Message-ID: (.+)\r$/m.exec(mail)?.[1]);
    expect(ids).toEqual(Array(2).fill(`<${id}@stint.example>`));
  });

  test('a mail server that says nothing holds up no job', async () => {
    let release = () => {};
    const asked = new Promise<void>((resolve) => {
      beforeTaking = () => {
        resolve();
        return new Promise<void>((go) => {
          release = go;
        });
      };
    });
    await create('slow@example.com');
    void live.service.context.wakeWorkers();
    await asked;
    beforeTaking = null;
    await askReset('slow@example.com');
    void live.service.context.wakeWorkers();
    const jobs = () => live.db.owner.rows(sql`select kind from auth.job where finished_at is null`);
    await expect.poll(jobs).toEqual([]);
    release();
    await live.service.context.wakeWorkers();
    expect(received.slice(-2)).toEqual(
      Array.from({ length: 2 }, () => expect.stringMatching(/^To: slow@example.com\r$/m)),
    );
  });

  test('its sending is a span of the trace that asked for it', async () => {
    const spans: { name: string; parent: string | undefined; traceparent: string }[] = [];
    live.service.context.tracing = {
      begin({ name, parent }) {
        const open: OpenSpan = {
          traceparent: `span ${spans.length}`,
          run: (below) => runBelow(open, below),
          end: () => {},
        };
        spans.push({ name, parent, traceparent: open.traceparent });
        return open;
      },
      close: async () => {},
    };
    const page: OpenSpan = { traceparent: 'the page', run: (below) => runBelow(page, below), end: () => {} };
    // Nobody asks twice at once.
    live.clock.advance(60 * second);
    await page.run(() => askReset('slow@example.com'));
    await live.service.context.wakeWorkers();
    live.service.context.tracing = undefined;
    const [job, mail] = spans;
    expect(job).toMatchObject({ name: 'job mail', parent: 'the page' });
    expect(mail).toMatchObject({ name: 'send email', parent: job?.traceparent });
    expect(spans).toHaveLength(2);
  });

  test('an SMS goes to a Twilio-compatible gateway', async () => {
    const requests: { url: string; authorization: string; body: string }[] = [];
    const sms = createHttpSms(
      'https://sid:to%2Fken@gateway.example/Messages.json?from=+15005550006',
      async (url, init) => {
        requests.push({
          url: String(url),
          authorization: new Headers(init?.headers).get('authorization') ?? '',
          body: String(init?.body),
        });
        return new Response('{}', { status: 201 });
      },
    );
    await sms.send({ to: '+17025550101', text: 'Hello & co' });
    expect(requests).toEqual([
      {
        url: 'https://gateway.example/Messages.json',
        authorization: `Basic ${Buffer.from('sid:to/ken').toString('base64')}`,
        body: 'To=%2B17025550101&From=%2B15005550006&Body=Hello+%26+co',
      },
    ]);
  });
});

test('mail of test mode reaches a server that is named for it, and stays on the outbox page', async () => {
  const auth = await startAuth({ env: { TEST_SMTP_URL: 'smtp://127.0.0.1:1025' } });
  try {
    const taken: Mail[] = [];
    const { context } = auth.service;
    context.mail = { send: async (mail) => void taken.push(mail), close: () => {} };
    await auth.signUp('ada@example.com');
    await context.wakeWorkers();
    expect(taken.map(({ to }) => to)).toEqual(['ada@example.com']);
    expect(await auth.outbox('ada@example.com')).toMatchObject([
      { id: taken[0]?.messageId, subject: taken[0]?.subject },
    ]);
    await context.wakeWorkers();
    expect(taken).toHaveLength(1);

    context.mail = { send: () => Promise.reject(new Error('451 try later')), close: () => {} };
    await auth.signUp('late@example.com');
    await context.wakeWorkers();
    // What it carries has expired by then.
    auth.clock.advance(25 * 60 * 60 * second);
    await context.wakeWorkers();
    expect(await auth.outbox('late@example.com')).toMatchObject([{ subject: taken[0]?.subject }]);
    const left = sql`select 1 as one from auth.outbox where status = 'waiting'`;
    expect(await auth.db.owner.rows(left)).toEqual([]);
  } finally {
    await auth.close();
  }
});

describe('protocol 11: webhooks', () => {
  let auth: AuthHarness;
  let url: string;
  const calls: { headers: IncomingMessage['headers']; body: string }[] = [];
  let status = 200;
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      calls.push({ headers: request.headers, body });
      response.writeHead(status).end();
    });
  });

  beforeAll(async () => {
    auth = await startAuth();
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  });
  afterAll(async () => {
    await auth.close();
    receiver.close();
  });

  const key = (route: string, body?: Json) =>
    auth.call(route, { bearer: auth.adminKey, origin: null, ...(body ? { body } : {}) });

  test('user changes are delivered signed, logged, tried again and can be replayed', async () => {
    await key(`PUT /tenants/${auth.rootId}`, { webhooks: { user: url } });
    const { body: secrets } = await key(`GET /tenants/${auth.rootId}/webhooks/secrets`);
    const { secret } = secrets.results[0];
    await key('POST /users', { email: 'hook@example.com' });
    await auth.service.workOffQueue();
    expect(calls).toHaveLength(1);
    const [call] = calls;
    expect(JSON.parse(call?.body ?? '')).toMatchObject({
      action: 'create',
      model: 'user',
      mode: 'test',
      record: { email: 'hook@example.com' },
    });
    expect(call?.headers.authorization).toBe(`Bearer ${secret}`);
    const [, at, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(call?.headers['x-latchkey-signature'])) ?? [];
    expect(signature).toBe(createHmac('sha256', secret).update(`${at}.${call?.body}`).digest('hex'));
    status = 500;
    await key('POST /users', { email: 'hook2@example.com' });
    await auth.service.workOffQueue();
    const log = await key(`GET /tenants/${auth.rootId}/webhooks/deliveries`);
    expect(log.body.results.map((one: Json) => [one.status, one.responseStatus, one.tries])).toEqual([
      ['waiting', 500, 1],
      ['delivered', 200, 1],
    ]);
    status = 200;
    await key(`POST /tenants/${auth.rootId}/webhooks/deliveries/${log.body.results[1].id}/replay`);
    await auth.service.workOffQueue();
    expect(calls).toHaveLength(3);
  });

  test('security 14: ten tries, then a dead letter that the metrics and the log show', async () => {
    const registry = new Registry();
    auth.service.metrics(registry);
    const figure = async (line: string) => (await registry.metrics()).includes(`${line}\n`);
    status = 500;
    await key('POST /users', { email: 'hook3@example.com' });
    for (let turn = 0; turn < 10; turn++) {
      await auth.service.workOffQueue();
      auth.clock.advance(60 * 60 * second);
      await passInQueue(auth.db.owner, 60 * 60 * second);
    }
    status = 200;
    const log = await key(`GET /tenants/${auth.rootId}/webhooks/deliveries`);
    expect(log.body.results[0]).toMatchObject({ status: 'dead', tries: 10, responseStatus: 500 });
    // With the one that the test before left waiting.
    expect(await figure('latchkey_webhook_deliveries{status="dead"} 2')).toBe(true);
    expect(await figure('latchkey_webhook_deliveries{status="waiting"} 0')).toBe(true);
    expect(await figure('latchkey_deliveries_total{channel="webhook",outcome="dead"} 2')).toBe(true);
    expect(auth.logLines.some((line) => line.includes('webhook') && line.includes('given up'))).toBe(true);
  });

  test('delivery hooks take over links and codes; the log hides the secrets', async () => {
    await key(`PUT /tenants/${auth.rootId}`, { webhooks: { user: null, emailLink: url } });
    const sent = await auth.call(`POST /tenants/${auth.rootId}/auth/reset/link`, {
      body: { email: 'hook@example.com' },
      address: randomAddress(),
    });
    await auth.service.context.wakeWorkers();
    await auth.service.workOffQueue();
    const { factor } = JSON.parse(calls.at(-1)?.body ?? '{}') as Json;
    expect(factor).toMatchObject({
      strategy: 'link',
      channel: 'email',
      email: 'hook@example.com',
      url: sent.body.result.link,
    });
    expect(await auth.outbox('hook@example.com')).toEqual([]);
    const log = await key(`GET /tenants/${auth.rootId}/webhooks/deliveries`);
    expect(log.text).not.toContain(factor.token);
  });
});
