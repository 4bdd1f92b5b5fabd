import { expect, onTestFinished, test } from 'vitest';
import { ApiError } from '../api-error.ts';
import type { Heard } from '../gateway.ts';
import { startLive } from './live.ts';

/** A server of streams that the test speaks for; each tab of the test says what it hears. */
function openLine() {
  const name = `test.${crypto.randomUUID()}`;
  const streams: { after: string | null; say: (mark: string) => void; isOpen: boolean }[] = [];
  const refusals: Error[] = [];
  const open = async (after: string | null, signal: AbortSignal) => {
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    let say: (mark: string) => void = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        say = (mark) => {
          const heard: Heard = { mark, isComplete: true, changes: [] };
          controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(heard)}\n\n`));
        };
        signal.addEventListener('abort', () => {
          stream.isOpen = false;
          controller.error(signal.reason);
        });
      },
    });
    const stream = { after, say, isOpen: true };
    streams.push(stream);
    return new Response(body);
  };
  const asked: (string | null)[] = [];
  const holds: (() => Promise<void>)[] = [];
  const ask = async (after: string | null): Promise<Heard> => {
    asked.push(after);
    await holds.shift()?.();
    return { mark: `${after} and on`, isComplete: true, changes: [] };
  };
  const tab = (begun: string | null = null) => {
    const heard: string[] = [];
    const hear = ({ mark, isComplete }: Heard) => void heard.push(isComplete ? mark : `${mark} missed`);
    const stop = startLive({ name, begun, open, ask, hear });
    onTestFinished(stop);
    return { heard, stop };
  };
  return { streams, refusals, asked, holds, tab };
}

/** What tabs see of themselves from now on; those that are there are told only by the event. */
function see(state: DocumentVisibilityState) {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'visibilityState');
  });
}

/** A tab in the background, which began early, beside one that is seen and began later. */
async function openBoth(line: ReturnType<typeof openLine>, begun: string | null) {
  see('hidden');
  const hidden = line.tab(begun);
  see('visible');
  const newer = line.tab('9:20');
  await expect.poll(() => line.streams.map(({ after }) => after)).toEqual(['9:20']);
  return { hidden, newer };
}

test('tabs share one stream; what it says reaches all of them, once', async () => {
  const { streams, tab } = openLine();
  const [first, second] = [tab(), tab()];
  await expect.poll(() => streams.length).toBe(1);
  streams[0]?.say('1');
  await expect.poll(() => [first.heard, second.heard]).toEqual([['1'], ['1']]);
  expect(streams).toHaveLength(1);
});

test('a tab that joins later hears that it may have missed something, and nobody else does', async () => {
  const { streams, tab } = openLine();
  const first = tab();
  await expect.poll(() => streams.length).toBe(1);
  streams[0]?.say('7');
  await expect.poll(() => first.heard).toEqual(['7']);
  const second = tab();
  await expect.poll(() => second.heard).toEqual(['7 missed']);
  streams[0]?.say('8');
  await expect.poll(() => second.heard).toEqual(['7 missed', '8']);
  expect(first.heard).toEqual(['7', '8']);
  expect(streams).toHaveLength(1);
});

test('a line that was refused for now: every tab hears that it may have missed something, once', async () => {
  const { streams, refusals, tab } = openLine();
  refusals.push(new ApiError(503, { error: { type: 'unavailable' } }));
  const [first, second] = [tab(), tab()];
  await expect.poll(() => streams.length, { timeout: 5_000 }).toBe(1);
  streams[0]?.say('1');
  await expect.poll(() => [first.heard, second.heard]).toEqual([['1 missed'], ['1 missed']]);
  streams[0]?.say('2');
  await expect
    .poll(() => [first.heard, second.heard])
    .toEqual([
      ['1 missed', '2'],
      ['1 missed', '2'],
    ]);
});

test('a page that knows where it began hears from there on, also where another tab holds the line', async () => {
  const { streams, asked, tab } = openLine();
  const first = tab('3');
  await expect.poll(() => streams.map(({ after }) => after)).toEqual(['3']);
  streams[0]?.say('7');
  await expect.poll(() => first.heard).toEqual(['7']);
  const second = tab('5');
  await expect.poll(() => second.heard).toEqual(['5 and on']);
  expect(asked).toEqual(['5']);
  expect(streams).toHaveLength(1);
});

test('the next tab goes on from where the one that closed was', async () => {
  const { streams, tab } = openLine();
  const [first, second] = [tab(), tab()];
  await expect.poll(() => streams.length).toBe(1);
  streams[0]?.say('1');
  await expect.poll(() => second.heard).toEqual(['1']);
  first.stop();
  await expect
    .poll(() => streams.map(({ after, isOpen }) => [after, isOpen]))
    .toEqual([
      [null, false],
      ['1', true],
    ]);
  streams[1]?.say('2');
  await expect.poll(() => second.heard).toEqual(['1', '2']);
  expect(first.heard).toEqual(['1']);
});

test('a hidden tab gives the line away, and takes it again where nobody else is seen', async () => {
  const { streams, tab } = openLine();
  const { heard } = tab();
  await expect.poll(() => streams.length).toBe(1);
  streams[0]?.say('1');
  await expect.poll(() => heard).toEqual(['1']);
  const turn = (state: DocumentVisibilityState) => {
    see(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  turn('hidden');
  await expect.poll(() => streams[0]?.isOpen).toBe(false);
  turn('visible');
  await expect.poll(() => streams.map(({ after }) => after)).toEqual([null, '1']);
});

test('a tab in the background asks for what changed before a newer one took the line, once', async () => {
  const line = openLine();
  const { hidden, newer } = await openBoth(line, '9:00');
  line.streams[0]?.say('9:21');
  await expect.poll(() => hidden.heard).toEqual(['9:21', '9:00 and on']);
  line.streams[0]?.say('9:22');
  await expect.poll(() => hidden.heard).toEqual(['9:21', '9:00 and on', '9:22']);
  expect([line.asked, newer.heard]).toEqual([['9:00'], ['9:21', '9:22']]);
});

test('a tab in the background that does not know where it began hears that it may have missed something', async () => {
  const line = openLine();
  const { hidden, newer } = await openBoth(line, null);
  line.streams[0]?.say('9:21');
  await expect.poll(() => hidden.heard).toEqual(['9:21 missed']);
  line.streams[0]?.say('9:22');
  await expect.poll(() => hidden.heard).toEqual(['9:21 missed', '9:22']);
  expect([line.asked, newer.heard]).toEqual([[], ['9:21', '9:22']]);
});

test('a question for what changed that nobody answers: something may have been missed', async () => {
  const line = openLine();
  line.holds.push(() => Promise.reject(new ApiError(400, {})));
  const { hidden } = await openBoth(line, '9:00');
  line.streams[0]?.say('9:21');
  await expect.poll(() => hidden.heard).toEqual(['9:21', '9:00 missed']);
});

test('a tab asks one question at a time, and takes what it is told meanwhile', async () => {
  const line = openLine();
  const held = Promise.withResolvers<void>();
  line.holds.push(() => held.promise);
  const { hidden, newer } = await openBoth(line, '9:00');
  line.streams[0]?.say('9:21');
  await expect.poll(() => line.asked).toEqual(['9:00']);
  newer.stop();
  for (const [begun, said] of [
    ['9:30', '9:31'],
    ['9:40', '9:41'],
  ] as const) {
    const next = line.tab(begun);
    await expect.poll(() => line.streams.at(-1)?.after).toBe(begun);
    line.streams.at(-1)?.say(said);
    await expect.poll(() => hidden.heard.at(-1)).toBe(said);
    next.stop();
  }
  expect(line.asked).toEqual(['9:00']);
  held.resolve();
  // From the first place where it was not told on: that covers the second.
  await expect.poll(() => hidden.heard).toEqual(['9:21', '9:31', '9:41', '9:00 and on', '9:21 and on']);
  expect(line.asked).toEqual(['9:00', '9:21']);
});
