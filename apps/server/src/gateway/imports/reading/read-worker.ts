import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '@stint/domain/errors.ts';
import { copyLine } from './copy-text.ts';
import { createNames } from './names.ts';
import type { FromReader, ToReader } from './read-apart.ts';
import { type RefusedLine, readFile } from './read-file.ts';

/** Reads one file in a thread of its own: no text of a stranger holds up the others, and none of ours waits for it. */
const { bytes, choices, taken, batchId } = workerData as ToReader;
const counter = new Int32Array(taken);
const LINES_PER_BATCH = 2000;
/** So many batches may wait to be stored; the reader waits for the others. */
const AHEAD = 8;
let [sent, lines, refused]: [number, string[], RefusedLine[]] = [0, [], []];

function send(message: FromReader): void {
  parentPort?.postMessage(message);
}

function flush(): void {
  if (lines.length + refused.length === 0) return;
  send({
    kind: 'batch',
    text: lines.map((line) => `${batchId}\t${line}\n`).join(''),
    count: lines.length,
    refused,
  });
  [lines, refused] = [[], []];
  sent += 1;
  for (let done = Atomics.load(counter, 0); sent - done > AHEAD; done = Atomics.load(counter, 0))
    Atomics.wait(counter, 0, done);
}

async function read(): Promise<void> {
  const names = createNames();
  const facts = await readFile(bytes, choices, {
    line(line) {
      names.add(line);
      lines.push(copyLine(line));
      if (lines.length >= LINES_PER_BATCH) flush();
    },
    refused(line) {
      refused.push(line);
      if (refused.length >= LINES_PER_BATCH) flush();
    },
  });
  flush();
  send({ kind: 'done', facts, names: names.all() });
}

send({ kind: 'ready' });
read().catch((error: unknown) => {
  const isOurs = error instanceof AppError;
  send({
    kind: 'fault',
    message: isOurs ? error.message : 'This file could not be read. Check that it is the right one.',
  });
});
