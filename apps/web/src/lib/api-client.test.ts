import type { RouteTable } from '@stint/domain/api/route.ts';
import { describe, expect, test } from 'vitest';
import { type ApiClientOptions, createApiClient, createStreamOpener } from './api-client.ts';
import { ApiError, ConnectionError, SessionEndedError } from './api-error.ts';

type Sent = { url: string; method: string; headers: Record<string, string>; body: unknown };

function setUp(answers: (Response | Error)[], overrides: Partial<ApiClientOptions> = {}) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const events: string[] = [];
  const written: string[] = [];
  let token = 'old';
  const options: ApiClientOptions = {
    baseUrl: '/api/',
    session: {
      token: () => ({ accessToken: token, sessionId: 'session' }),
      isSomebodyElses: () => false,
      tenantId: 'acme0001',
      regionCode: 'us',
      refresh: async () => {
        events.push('refresh');
        token = 'new';
        return 'renewed';
      },
    },
    fetch: async (url, init) => {
      sent.push({
        url: String(url),
        method: init?.method ?? '',
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: init?.body ? JSON.parse(String(init.body)) : undefined,
      });
      const answer = answers.shift();
      if (!answer) throw new Error('one call too many');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
    random: () => 0.5,
    now: () => 0,
    newKey: () => 'key-1',
    lastWrites: { note: (name) => void written.push(name), text: () => written.join() || '0' },
    connection: { isAway: () => false, reached: () => {}, missed: () => {}, refused: () => {} },
    onSessionEnded: (how) => events.push(how),
    onSomebodyElse: () => events.push('somebody else'),
    onUnauthorized: () => events.push('unauthorized'),
    ...overrides,
  };
  const call = createApiClient<RouteTable>(options) as unknown as (
    key: string,
    input: object,
    more?: object,
  ) => Promise<unknown>;
  return { call, options, sent, waits, events };
}

const json = (body: unknown, init?: ResponseInit) => Response.json(body, init);
const relogin = () => new Response('Please re-login.', { status: 401 });

describe('a call', () => {
  test('carries token, workspace, session and region in its headers', async () => {
    const { call, sent } = setUp([json([])]);
    await call('GET /Clients', { query: { q: 'a b' } });
    expect(sent[0]).toMatchObject({ url: '/api/Clients?q=a+b', method: 'GET' });
    expect(sent[0]?.headers).toMatchObject({
      authorization: 'Bearer old',
      tenantid: 'acme0001',
      sessionid: 'session',
      regioncode: 'us',
    });
    expect(sent[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  test('says what was written last, so that it is never shown what was before', async () => {
    const { call, sent } = setUp([json({}, { headers: { 'x-last-write': '701' } }), json([])]);
    await call('POST /Clients', { body: { clientName: 'Acme' } });
    await call('GET /Clients', {});
    expect(sent.map(({ headers }) => headers['x-last-write'])).toEqual(['0', '701']);
  });

  test('a write carries the same Idempotency-Key on every try (security 14)', async () => {
    const { call, sent } = setUp([new TypeError('offline'), json({}, { status: 503 }), json({ ok: true })]);
    await expect(call('POST /Clients', { body: { clientName: 'Acme' } })).resolves.toEqual({ ok: true });
    expect(sent.map((one) => one.headers['idempotency-key'])).toEqual(['key-1', 'key-1', 'key-1']);
    expect(sent[0]?.body).toEqual({ clientName: 'Acme' });
  });

  test('who is refused for now and told when to come again is no answer, but somebody is there', async () => {
    const heard: string[] = [];
    const connection = {
      isAway: () => false,
      reached: () => heard.push('reached'),
      missed: () => heard.push('missed'),
      refused: () => heard.push('refused'),
    };
    const later = { status: 503, headers: { 'retry-after': '2' } };
    const { call } = setUp([json({}, { status: 503 }), json({}, later), json({})], { connection });
    await call('GET /Projects', {});
    expect(heard).toEqual(['refused', 'reached']);
  });

  test('an unchanged answer costs no body: 304 gives the kept one', async () => {
    const { call, sent } = setUp([
      json({ total: 1 }, { headers: { etag: '"a"' } }),
      new Response(null, { status: 304 }),
    ]);
    const first = await call('GET /Projects', {});
    expect(await call('GET /Projects', {})).toBe(first);
    expect(sent[1]?.headers['if-none-match']).toBe('"a"');
  });
});

/** An answer whose connection ends after its headers. */
const broken = (error: Error, init?: ResponseInit) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"to'));
    },
    pull(controller) {
      controller.error(error);
    },
  });
  return new Response(body, init);
};

describe('an answer that breaks off after its headers', () => {
  test.each([
    ['the connection', new TypeError('network error'), {}],
    ['the time limit', new DOMException('The operation timed out.', 'TimeoutError'), {}],
    ['the connection, in a refusal of the token', new TypeError('network error'), { status: 401 }],
  ])('is none, and the server is looked for: %s', async (_, error, init) => {
    let missed = 0;
    const connection = {
      isAway: () => false,
      reached: () => {},
      missed: () => {
        missed += 1;
      },
      refused: () => {},
    };
    const { call, events } = setUp([broken(error, init), broken(error, init)], { connection });
    await expect(call('GET /Projects', {})).rejects.toBeInstanceOf(ConnectionError);
    expect([missed, events.includes('unauthorized')]).toEqual([1, false]);
  });

  test('is what it was where nobody waits for it any more, or where it cannot be read', async () => {
    const gone = new DOMException('This operation was aborted', 'AbortError');
    await expect(setUp([broken(gone)]).call('GET /Projects', {})).rejects.toBe(gone);
    await expect(setUp([new Response('<p>')]).call('GET /Projects', {})).rejects.toBeInstanceOf(SyntaxError);
  });
});

describe('tries (security 14)', () => {
  test('at most five, each later than the last', async () => {
    const { call, sent, waits } = setUp(Array.from({ length: 9 }, () => new TypeError('offline')));
    await expect(call('GET /Clients', {})).rejects.toThrow(ConnectionError);
    expect(sent).toHaveLength(5);
    expect(waits).toEqual([225, 450, 900, 1800]);
  });

  test('Retry-After is obeyed', async () => {
    const { call, waits } = setUp([json({}, { status: 429, headers: { 'retry-after': '3' } }), json([])]);
    await call('GET /Clients', {});
    expect(waits).toEqual([3125]);
  });

  test('a wait of more than a minute is left to the person', async () => {
    const { call } = setUp([json({ message: 'Wait.' }, { status: 429, headers: { 'retry-after': '900' } })]);
    await expect(call('GET /Clients', {})).rejects.toMatchObject({ status: 429, retryAfterSeconds: 900 });
  });

  test('a refusal is not tried again', async () => {
    const { call, sent } = setUp([json({ message: 'No.' }, { status: 403 })]);
    await expect(call('GET /Clients', {})).rejects.toThrow('No.');
    expect(sent).toHaveLength(1);
  });
});

describe('401', () => {
  test('refreshes once and replays with the new token', async () => {
    const { call, sent, events } = setUp([relogin(), json([1])]);
    await expect(call('GET /Clients', {})).resolves.toEqual([1]);
    expect(events).toEqual(['refresh']);
    expect(sent[1]?.headers.authorization).toBe('Bearer new');
  });

  test('Please re-login. after the refresh ends the session', async () => {
    const { call, events } = setUp([relogin(), relogin()]);
    await expect(call('GET /Clients', {})).rejects.toThrow(SessionEndedError);
    expect(events).toEqual(['refresh', 'refused']);
  });

  test('a refresh that is refused ends the session; one that nobody answers does not', async () => {
    const token = () => ({ accessToken: 'old', sessionId: 's' });
    const session = { token, isSomebodyElses: () => false, tenantId: 't', regionCode: 'us' };
    const refused = setUp([relogin()], { session: { ...session, refresh: async () => 'ended' } });
    await expect(refused.call('GET /Clients', {})).rejects.toThrow(SessionEndedError);
    expect(refused.events).toEqual(['over']);
    const lost = setUp([relogin()], { session: { ...session, refresh: async () => 'unanswered' } });
    await expect(lost.call('GET /Clients', {})).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    expect(lost.events).toEqual([]);
  });

  test('a session ends also where whoever hears of it calls off what was asked', async () => {
    const calledOff = new AbortController();
    // As a browser does: of a request that is called off nothing can be read any more.
    const body = new ReadableStream(
      {
        start: (stream) =>
          calledOff.signal.addEventListener('abort', () =>
            stream.error(new DOMException('gone', 'AbortError')),
          ),
        pull(stream) {
          stream.enqueue(new TextEncoder().encode('Please re-login.'));
          stream.close();
        },
      },
      { highWaterMark: 0 },
    );
    const refresh = async () => {
      calledOff.abort();
      return 'ended' as const;
    };
    const token = () => ({ accessToken: 'old', sessionId: 's' });
    const session = { token, isSomebodyElses: () => false, tenantId: 't', regionCode: 'us', refresh };
    const { call, events } = setUp([new Response(body, { status: 401 })], { session });
    await expect(call('GET /Clients', {}, { signal: calledOff.signal })).rejects.toThrow(SessionEndedError);
    expect(events).toEqual(['over']);
  });

  test('any other 401 goes to the root with unauthorize_access', async () => {
    const { call, events } = setUp([
      json({ message: 'x' }, { status: 401 }),
      json({ message: 'x' }, { status: 401 }),
    ]);
    await expect(call('GET /Clients', {})).rejects.toThrow(ApiError);
    expect(events).toEqual(['refresh', 'unauthorized']);
  });
});

test.each([
  [{ errors: [{ code: 'a', message: 'First.' }], message: 'All.' }, 'First.'],
  [{}, 'Bad Request'],
])('of a 400 the first item of the list is shown, else Bad Request: %j', async (body, message) => {
  const { call } = setUp([json(body, { status: 400 })]);
  await expect(call('POST /Clients', { body: {} })).rejects.toThrow(message);
});

describe('a stream', () => {
  function openStream(answers: Response[]) {
    const { options, sent, events } = setUp(answers);
    const open = createStreamOpener<RouteTable>(options, 'text/event-stream') as unknown as (
      key: string,
      input: object,
      signal: AbortSignal,
    ) => Promise<Response>;
    return { open: () => open('GET /Changes', {}, new AbortController().signal), sent, events };
  }
  const events = () => new Response('', { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });

  test('is asked for as one, by who is signed in, with renewed tokens where they are due', async () => {
    const { open, sent, events: happened } = openStream([relogin(), events()]);
    expect((await open()).ok).toBe(true);
    expect(sent.map(({ headers }) => [headers.accept, headers.authorization])).toEqual([
      ['text/event-stream', 'Bearer old'],
      ['text/event-stream', 'Bearer new'],
    ]);
    expect(happened).toEqual(['refresh']);
  });

  test('is not tried again by itself, and something else in its place is no answer', async () => {
    const busy = openStream([json({}, { status: 503 })]);
    await expect(busy.open()).rejects.toBeInstanceOf(ApiError);
    expect(busy.sent).toHaveLength(1);
    await expect(openStream([json({})]).open()).rejects.toBeInstanceOf(ConnectionError);
  });
});

test('nothing is sent in the name of another person who signed in meanwhile; back again, it is', async () => {
  let isSomebodyElses = true;
  const { call, options, sent, events } = setUp([json([])]);
  options.session.isSomebodyElses = () => isSomebodyElses;
  await expect(call('GET /Clients', {})).rejects.toThrow(SessionEndedError);
  expect([sent, events]).toEqual([[], ['somebody else']]);
  isSomebodyElses = false;
  await call('GET /Clients', {});
  expect(sent).toHaveLength(1);
});
