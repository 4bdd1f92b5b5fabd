import { describe, expect, test } from 'vitest';
import { ApiError, ConnectionError, SessionEndedError } from '../api-error.ts';
import type { Heard } from '../gateway.ts';
import { type FollowOptions, followChanges } from './follow.ts';

const encoder = new TextEncoder();
const heardOf = (mark: string): Heard => ({ mark, isComplete: true, changes: [{ topic: 'timer' }] });
const eventOf = (mark: string) => `id: ${mark}\ndata: ${JSON.stringify(heardOf(mark))}\n\n`;

/** A stream of these parts, which then ends. */
function streamOf(...parts: string[]): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(encoder.encode(part));
      controller.close();
    },
  });
  return new Response(body);
}

type Turn = Response | Error;

/** Follows with these answers to opening, one after the other; ends with the last of them. */
async function follow(turns: Turn[], asked: Heard[] = []) {
  const ending = new AbortController();
  const cursor: FollowOptions['cursor'] = { mark: null };
  const heard: string[] = [];
  const opened: (string | null)[] = [];
  const asks: (string | null)[] = [];
  let missed = 0;
  await followChanges(
    {
      cursor,
      async open(after) {
        opened.push(after);
        const turn = turns.shift();
        if (turns.length === 0 && asked.length === 0) ending.abort();
        if (turn instanceof Error) throw turn;
        return turn ?? streamOf();
      },
      async ask(after) {
        asks.push(after);
        const answer = asked.shift() ?? heardOf('last');
        if (asked.length === 0) ending.abort();
        return answer;
      },
      hear(answer) {
        cursor.mark = answer.mark;
        heard.push(answer.mark);
      },
      missed: () => {
        missed += 1;
      },
      wait: async () => {},
      random: () => 0.5,
    },
    ending.signal,
  );
  return { heard, opened, asks, missed };
}

describe('by a stream', () => {
  test('events are heard in whatever parts they come, signs of life are none', async () => {
    const text = `${eventOf('1')}:\n\n${eventOf('2')}`;
    const { heard } = await follow([streamOf(text.slice(0, 9), text.slice(9, 70), text.slice(70))]);
    expect(heard).toEqual(['1', '2']);
  });

  test('a letter of several bytes may be cut anywhere', async () => {
    const bytes = encoder.encode(`data: ${JSON.stringify({ ...heardOf('é'), mark: 'é' })}\n\n`);
    const at = bytes.indexOf(0xc3) + 1;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.slice(0, at));
        controller.enqueue(bytes.slice(at));
        controller.close();
      },
    });
    expect((await follow([new Response(body)])).heard).toEqual(['é']);
  });

  test('the next stream goes on from the mark of the last event', async () => {
    const { opened } = await follow([
      streamOf(eventOf('1'), eventOf('2')),
      streamOf(eventOf('3')),
      streamOf(),
    ]);
    expect(opened).toEqual([null, '2', '3']);
  });

  test('a connection that breaks is followed by the next', async () => {
    const broken = new Response(
      new ReadableStream({
        pull(controller) {
          controller.error(new TypeError('network'));
        },
      }),
    );
    const { opened } = await follow([broken, new ConnectionError('offline'), streamOf(eventOf('1'))]);
    expect(opened).toEqual([null, null, null]);
  });

  test('a session that is over is not asked for again', async () => {
    const { opened } = await follow([new SessionEndedError(), streamOf(eventOf('1'))]);
    expect(opened).toHaveLength(1);
  });

  test.each([
    { what: 'a mark that no server reads is forgotten', status: 400, marks: [null, '1', null], told: 0 },
    { what: 'a refusal for now is told, and the mark stays', status: 503, type: 'unavailable', told: 1 },
    { what: 'where there is no room for a stream, nothing was missed', status: 429, told: 0 },
    { what: 'something on the way that has no server is no refusal', status: 503, told: 0 },
  ])('$what', async ({ status, type = 'internal', marks = [null, '1', '1'], told }) => {
    const refused = new ApiError(status, { error: { type } });
    const { opened, missed } = await follow([streamOf(eventOf('1')), refused, streamOf(eventOf('9'))]);
    expect([opened, missed]).toEqual([marks, told]);
  });
});

test('where streams bring nothing it is asked instead, from the same mark on', async () => {
  const { heard, asks } = await follow([streamOf(), streamOf()], [heardOf('1'), heardOf('2')]);
  expect(heard).toEqual(['1', '2']);
  expect(asks).toEqual([null, '1']);
});
