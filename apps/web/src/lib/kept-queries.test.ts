import type { RouteTable } from '@stint/domain/api/route.ts';
import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { createApiClient, type Renewal } from './api-client.ts';
import { ApiError, ConnectionError } from './api-error.ts';
import { createConnection } from './connection.ts';
import { createKeptQueries } from './kept-queries.ts';
import { createQueryClient } from './query-client.ts';

function setUp(kept: Record<string, unknown> = {}) {
  const stored = new Map(Object.entries(kept));
  const planned = new Map<() => void, number>();
  const waits: number[] = [];
  const later = (milliseconds: number, work: () => void) => {
    planned.set(work, milliseconds);
    waits.push(milliseconds);
    return () => void planned.delete(work);
  };
  const connection = createConnection({ probe: async () => false, later: () => () => {} });
  const store = {
    read: async (key: string) => stored.get(key),
    write: async (answers: ReadonlyMap<string, unknown>) => {
      for (const [key, data] of answers) stored.set(key, data);
    },
  };
  const queries = createKeptQueries({ store, connection, later });
  const queryClient = createQueryClient(queries.persister);
  const stop = queries.follow(queryClient);
  const ask = (answer: () => Promise<unknown>) =>
    queryClient.fetchQuery({ queryKey: ['week'], queryFn: answer, retry: false });
  return {
    stored,
    waits,
    connection,
    queries,
    queryClient,
    ask,
    stop,
    planned,
    runPlanned: () => {
      const due = [...planned.keys()];
      planned.clear();
      for (const work of due) work();
    },
  };
}

const KEY = '["week"]';
const away = () => Promise.reject(new ConnectionError('offline'));

test('what was answered is kept, also what a save brings', async () => {
  const { stored, queries, queryClient, ask } = setUp();
  await ask(async () => 'monday');
  queries.flush();
  expect(stored.get(KEY)).toBe('monday');
  queryClient.setQueryData(['week'], 'tuesday');
  queries.flush();
  expect(stored.get(KEY)).toBe('tuesday');
});

test('what a page came with is kept once its first screen is there, what comes later soon', async () => {
  const { waits, queryClient, runPlanned } = setUp();
  queryClient.setQueryData(['week'], 'monday');
  runPlanned();
  queryClient.setQueryData(['week'], 'tuesday');
  expect(waits).toEqual([1500, 50]);
});

test('where nobody answers, the last answer is shown, and the page knows that it is away', async () => {
  const { connection, ask } = setUp({ [KEY]: 'monday' });
  expect(await ask(away)).toBe('monday');
  expect(connection.isAway()).toBe(true);
});

test('what was kept is not kept again as new, and is asked for when the server is back', async () => {
  const { stored, connection, queries, queryClient, ask } = setUp({ [KEY]: 'monday' });
  await ask(away);
  stored.delete(KEY);
  queries.flush();
  expect(stored.has(KEY)).toBe(false);
  connection.reached();
  expect(queryClient.getQueryState(['week'])?.isInvalidated).toBe(true);
});

test('refused for now while others are answered, the page is not away: what is shown is asked for when shown again', async () => {
  const { connection, queryClient, ask } = setUp({ [KEY]: 'monday' });
  const refuse = () => {
    connection.refused();
    return Promise.reject(new ApiError(503, {}, 2));
  };
  expect(
    await ask(() => {
      connection.reached();
      return refuse();
    }),
  ).toBe('monday');
  expect([connection.isAway(), queryClient.getQueryState(['week'])?.isInvalidated]).toEqual([false, true]);
  await ask(refuse);
  expect(connection.isAway()).toBe(true);
});

/** Somebody looks at the week; the server answers others, and this call as it is told to. */
function look(world: ReturnType<typeof setUp>, answers: (() => Promise<unknown>)[]) {
  const queryFn = () => {
    world.connection.reached();
    const answer = answers.shift();
    if (answer) return answer();
    world.connection.refused();
    return Promise.reject(new ApiError(503, {}, 2));
  };
  const observer = new QueryObserver(world.queryClient, { queryKey: ['week'], queryFn });
  onTestFinished(observer.subscribe(() => {}));
  return () => observer.getCurrentResult().data;
}

test('what is on screen and was refused for now is asked for again, until it is answered', async () => {
  const world = setUp({ [KEY]: 'monday' });
  const answers: (() => Promise<unknown>)[] = [];
  const shown = look(world, answers);
  await expect.poll(shown).toBe('monday');
  world.runPlanned();
  await expect.poll(() => world.waits.filter((wait) => wait === 30_000)).toHaveLength(2);
  expect(shown()).toBe('monday');
  answers.push(async () => 'tuesday');
  world.runPlanned();
  await expect.poll(shown).toBe('tuesday');
});

test('where nothing was kept either, what failed for now is asked for again, and what is gone is not', async () => {
  const world = setUp();
  const timers = () => [...world.planned.values()].filter((wait) => wait === 30_000).length;
  const answers: (() => Promise<unknown>)[] = [];
  const shown = look(world, answers);
  await expect.poll(timers).toBe(1);
  answers.push(async () => 'tuesday');
  world.runPlanned();
  await expect.poll(shown).toBe('tuesday');
  answers.push(() => Promise.reject(new ApiError(404, {}, null)));
  await world.queryClient.invalidateQueries();
  expect([world.queryClient.getQueryState(['week'])?.status, timers()]).toEqual(['error', 0]);
});

/** What was kept is on screen, since the answer lets somebody wait while others are refused. */
async function lookForLong(answers: (() => Promise<unknown>)[] = []) {
  const world = setUp({ [KEY]: 'monday' });
  const late = Promise.withResolvers<string>();
  const slow = () => {
    world.connection.refused();
    return late.promise;
  };
  world.connection.reached();
  const shown = look(world, [slow, ...answers]);
  await expect.poll(() => world.waits.includes(5_000)).toBe(true);
  world.runPlanned();
  await expect.poll(shown).toBe('monday');
  return { ...world, shown, answer: late.resolve };
}

test('an answer that came after what was kept was shown takes its place, and is kept; it is not asked for again', async () => {
  const { shown, answer, connection, queries, stored, runPlanned } = await lookForLong();
  const before = connection.heard().refusals;
  answer('tuesday');
  await expect.poll(shown).toBe('tuesday');
  queries.flush();
  runPlanned();
  expect([stored.get(KEY), connection.heard().refusals]).toEqual(['tuesday', before]);
});

test('an answer that came after what is shown was changed is asked for again, and hides nothing', async () => {
  const { shown, answer, queryClient } = await lookForLong([async () => 'wednesday']);
  queryClient.setQueryData(['week'], 'monday, changed');
  await expect.poll(shown).toBe('monday, changed');
  answer('tuesday');
  await expect.poll(shown).toBe('wednesday');
});

test('refused time and again, a query is asked for by one timer, and by none when nobody follows any more', async () => {
  const { ask, connection, planned, queryClient, stop } = setUp({ [KEY]: 'monday' });
  const timers = () => [...planned.values()].filter((wait) => wait === 30_000);
  const refuse = () => {
    connection.reached();
    connection.refused();
    return Promise.reject(new ApiError(503, {}, 2));
  };
  await ask(refuse);
  await queryClient.invalidateQueries();
  await ask(refuse);
  expect(timers()).toHaveLength(1);
  stop();
  expect(timers()).toEqual([]);
});

/** Calls with a token that ran out, at a server that is there. @param refresh what the provider says to that */
function setUpExpired(refresh: () => Promise<Renewal>) {
  const page = setUp({ [KEY]: 'monday' });
  const call = createApiClient<RouteTable>({
    baseUrl: '/api/',
    session: {
      token: () => ({ accessToken: 'expired', sessionId: 's' }),
      isSomebodyElses: () => false,
      tenantId: 't',
      regionCode: 'us',
      refresh,
    },
    fetch: async () => new Response('Please re-login.', { status: 401 }),
    wait: async () => {},
    random: () => 0,
    now: () => 0,
    newKey: () => 'key-1',
    lastWrites: { note: () => {}, text: () => '0' },
    connection: page.connection,
    onSessionEnded: () => {},
    onSomebodyElse: () => {},
    onUnauthorized: () => {},
  }) as (key: string, input: object) => Promise<unknown>;
  return { ...page, ask: () => page.ask(() => call('GET /Week', {})) };
}

test('a token that runs out while the provider is away leaves what was kept, and the page is not away', async () => {
  const { connection, ask } = setUpExpired(async () => 'unanswered');
  expect(await ask()).toBe('monday');
  expect(connection.isAway()).toBe(false);
});

test('nor is it where the provider says nothing', async () => {
  const { connection, ask, runPlanned } = setUpExpired(() => new Promise(() => {}));
  connection.reached();
  const asked = ask();
  await expect.poll(() => connection.heard().answers).toBe(2);
  runPlanned();
  expect(await asked).toBe('monday');
  expect(connection.isAway()).toBe(false);
});

test('without a kept answer the failure is the failure', async () => {
  await expect(setUp().ask(away)).rejects.toThrow('No answer from the server.');
});

test.each([
  [502, 'monday'],
  [503, 'monday'],
  [404, null],
  [401, null],
])('a refusal with %i shows %s: an outage is none, anything else is an answer', async (status, expected) => {
  const { ask } = setUp({ [KEY]: 'monday' });
  const shown = await ask(() => Promise.reject(new ApiError(status, {}))).catch(() => null);
  expect(shown).toBe(expected);
});

test('a page that nobody answered yet waits: its session may have ended elsewhere', async () => {
  const { ask, runPlanned } = setUp({ [KEY]: 'monday' });
  let answer: (value: string) => void = () => {};
  const asked = ask(() => new Promise((resolve) => (answer = resolve)));
  runPlanned();
  answer('tuesday');
  expect(await asked).toBe('tuesday');
});

test('later an answer that lets wait is shown as it was last time', async () => {
  const { connection, ask, runPlanned } = setUp({ [KEY]: 'monday' });
  connection.reached();
  const asked = ask(() => new Promise(() => {}));
  await Promise.resolve();
  runPlanned();
  expect(await asked).toBe('monday');
});
