import { expect, test } from 'vitest';
import { readWholeFile } from './read-file.ts';

const bytes = new Uint8Array(10).map((_none, at) => at);
const { signal } = new AbortController();

/** Answers from a byte on, and breaks after three. */
const breaking = (asked: number[]) => async (from: number) => {
  asked.push(from);
  let isBroken = false;
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (isBroken) return controller.error(new TypeError('network error'));
        controller.enqueue(bytes.slice(from, from + 3));
        isBroken = from + 3 < bytes.length;
        if (!isBroken) controller.close();
      },
    }),
  );
};

test('a download that breaks goes on where it was', async () => {
  const asked: number[] = [];
  const file = await readWholeFile(breaking(asked), bytes.length, signal);
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  expect(asked).toEqual([0, 3, 6, 9]);
});

test('one that never brings anything is given up with the reason', async () => {
  let tries = 0;
  const open = async () => {
    tries += 1;
    throw new TypeError('nobody there');
  };
  await expect(readWholeFile(open, 10, signal)).rejects.toThrow('nobody there');
  expect(tries).toBe(6);
});
