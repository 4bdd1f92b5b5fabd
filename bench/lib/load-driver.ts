/**
 * The client of the benchmarks, in a process of its own so that its work is not counted as the product's. It is told
 * over IPC what to send, keeps connections open, and answers how many came back and how long each took.
 */
import { openConnection, versionToken } from './raw-http.ts';
import { quantile } from './stats.ts';

/**
 * Requests that are sent in turn. `TOKEN` in a chain's text stands for what the answer before brought: a refresh token,
 * or the version that a save left behind, one higher each time.
 */
export type LoadSet = { texts: string[]; chain?: { kind: 'refresh' | 'version'; tokens: string[] } };

export type LoadOrder = {
  port: number;
  set: string;
  connections: number;
  milliseconds: number;
  /** The run ends after so many requests, if that is sooner. */
  most: number;
  /** A refusal that belongs to what is measured: 503 of a full queue. */
  expects?: number;
};

export type LoadAnswer = {
  count: number;
  seconds: number;
  statuses: Record<number, number>;
  /** Milliseconds. */
  p50: number;
  p95: number;
  /** The first answer that was no success, for the message of a failure. */
  firstRefusal: string | null;
};

type Message = { kind: 'set'; name: string; set: LoadSet } | { kind: 'run'; order: LoadOrder };

const sets = new Map<string, LoadSet & { next: number }>();

process.on('message', (message: Message) => {
  if (message.kind === 'set') {
    sets.set(message.name, { ...message.set, next: 0 });
    process.send?.('kept');
    return;
  }
  run(message.order).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));

async function run({
  port,
  set: name,
  connections,
  milliseconds,
  most,
  expects,
}: LoadOrder): Promise<LoadAnswer> {
  const set = sets.get(name);
  if (!set) throw new Error(`no set ${name}`);
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  let sent = 0;
  let firstRefusal: string | null = null;
  const started = performance.now();
  const until = started + milliseconds;
  await Promise.all(
    opened.map(async ({ send }) => {
      for (let before = performance.now(); before < until && sent < most; before = performance.now()) {
        sent += 1;
        const at = set.next++ % set.texts.length;
        const answer = await send(textOf(set, at));
        times.push(performance.now() - before);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        if (answer.status === expects) continue;
        if (answer.status >= 400) firstRefusal ??= `${answer.status} ${answer.body}`;
        else if (set.chain) set.chain.tokens[at] = next[set.chain.kind](set.chain.tokens[at], answer.body);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  for (const { close } of opened) close();
  times.sort((a, b) => a - b);
  return {
    count: times.length,
    seconds,
    statuses,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    firstRefusal,
  };
}

function textOf(set: LoadSet, at: number): string {
  const text = set.texts[at] as string;
  return set.chain ? text.replaceAll('TOKEN', set.chain.tokens[at] as string) : text;
}

/** What stands for `TOKEN` next; versions keep their width, so that the length of the body stays. */
const next = {
  refresh: (_token: string | undefined, body: string): string => JSON.parse(body).tokens.refresh.value,
  version: (token: string | undefined): string => versionToken(Number(token) + 1),
};
