import { setTimeout as sleep } from 'node:timers/promises';
import { browserHeaders } from './lib/auth-sets.ts';
import type { Effort } from './lib/effort.ts';
import { grow } from './lib/growth.ts';
import { openConnection, requestText } from './lib/raw-http.ts';
import { type BenchProduct, query, startBenchProduct } from './lib/setup.ts';
import { quantile } from './lib/stats.ts';
import { type Row, rowOf } from './lib/table.ts';

/** How far apart the medians of accounts that are there and of those that are not may be (security 3). */
const mostApartMs = 5;
const fullTries = 200;
const quickTries = 5;
/** A little longer than a person waits for the next mail in the test world (security 2). */
const betweenMailsMs = 2_500;

/** Who is asked about; everybody is asked about once, so that no limit is ever reached. */
const kinds = ['known', 'unknown', 'locked', 'without a password'] as const;
type Kind = (typeof kinds)[number];

type Question = {
  title: string;
  path: string;
  kinds: readonly Kind[];
  body(email: string, kind: Kind, password: string): object;
  /** A note in place of a goal, where the answer has nothing to hide. */
  note?: string;
};

const testWorld = 'the test world waits for the message, to answer its link or code';
const questions: Question[] = [
  {
    title: 'refused sign-in',
    path: 'basic',
    kinds,
    body: (emailOrUsername, kind, password) => ({
      emailOrUsername,
      password: kind === 'locked' ? password : `${password} but wrong`,
    }),
  },
  {
    title: 'reset link',
    path: 'reset/link',
    kinds: ['known', 'unknown'],
    body: (email) => ({ email }),
    note: testWorld,
  },
  {
    title: 'code by mail',
    path: 'code',
    kinds: ['known', 'unknown'],
    body: (email) => ({ channel: 'email', email }),
    note: testWorld,
  },
];

/** How long the provider takes to answer about accounts that are there, and about those that are not (security 3). */
export async function benchEqualAnswers(effort: Effort): Promise<{ rows: Row[]; notes: string[] }> {
  const tries = effort.isQuick ? quickTries : fullTries;
  const bench = await startBenchProduct({ people: 1, seats: 1 });
  try {
    await preparePeople(bench, tries);
    const rows: Row[] = [];
    const notes: string[] = [];
    for (const question of questions) {
      // The next question asks about the same people, quicker than anybody gets two mails.
      await sleep(betweenMailsMs);
      const medians = await ask(bench, question, tries);
      const values = Object.values(medians);
      const apart = Math.max(...values) - Math.min(...values);
      const limit = question.note ? ({ inform: true } as const) : { atMost: mostApartMs };
      rows.push(
        rowOf(
          'equal',
          `${question.title}: medians of ${question.kinds.length} kinds of account apart by`,
          [apart],
          { unit: 'ms', ...limit },
        ),
      );
      const list = Object.entries(medians).map(([kind, median]) => `${kind} ${median.toFixed(1)}`);
      const note = question.note ? `; ${question.note}` : '';
      notes.push(
        `Answer to a ${question.title}, median of ${tries} interleaved tries: ${list.join(', ')} ms${note}`,
      );
    }
    return { rows, notes };
  } finally {
    await bench.stop();
  }
}

const emailOf = (kind: Kind, at: number, tries: number) =>
  kind === 'unknown'
    ? `nobody-${at}@grown.example`
    : `person-${1 + kinds.indexOf(kind) * tries + at}@grown.example`;

async function preparePeople(bench: BenchProduct, tries: number): Promise<void> {
  await grow(bench, { tenants: 10, people: 100 + kinds.length * tries });
  const owner = bench.address('latchkey_owner', 'latchkey');
  const addresses = (kind: Kind) => Array.from({ length: tries }, (_try, at) => emailOf(kind, at, tries));
  const ids = `select user_id from auth.identifier where kind = 'email' and norm = any($1)`;
  await query(owner, `update auth.user_account set is_locked = true where id in (${ids})`, [
    addresses('locked'),
  ]);
  await query(owner, `delete from auth.credential where user_id in (${ids})`, [
    addresses('without a password'),
  ]);
  await query(
    owner,
    `update auth.tenant set first_factors = first_factors || '[{"channel":"email","strategy":"verificationCode"}]'`,
  );
}

async function ask(bench: BenchProduct, question: Question, tries: number): Promise<Record<string, number>> {
  const { product, people } = bench;
  const { tenantId } = await product.access();
  const [person] = people;
  if (!person) throw new Error('nobody is there');
  const connection = await openConnection(product.port);
  const times = new Map<Kind, number[]>(question.kinds.map((kind) => [kind, []]));
  const answers = new Set<number>();
  for (let at = 0; at < tries; at++) {
    // Nobody always comes first.
    for (let turn = 0; turn < question.kinds.length; turn++) {
      const kind = question.kinds[(at + turn) % question.kinds.length] as Kind;
      const text = requestText({
        method: 'POST',
        path: `/v0/tenants/${tenantId}/auth/${question.path}`,
        headers: browserHeaders(person.session.host, {}),
        body: JSON.stringify(question.body(emailOf(kind, at, tries), kind, person.password)),
      });
      const started = performance.now();
      const { status } = await connection.send(text);
      times.get(kind)?.push(performance.now() - started);
      answers.add(status);
    }
  }
  connection.close();
  if (answers.size !== 1) throw new Error(`${question.title}: answers ${[...answers].join(', ')}`);
  return Object.fromEntries(
    [...times].map(([kind, values]) => [
      kind,
      quantile(
        values.toSorted((a, b) => a - b),
        0.5,
      ),
    ]),
  );
}
