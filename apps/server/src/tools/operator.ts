import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { sql } from '../platform/sql.ts';
import { StartError } from '../platform/start-error.ts';
import { type DatabaseLink, locateDatabases } from '../product-databases.ts';
import {
  dropMessages,
  liftLimits,
  listDeadMessages,
  listLimits,
  noteOperation,
  retryMessages,
} from './operator/provider.ts';
import { dropJobs, listJobs, retryJobs } from './operator/queues.ts';
import { runTool } from './run-tool.ts';

const usage = `Usage: npm run operator -- <command>
  jobs                     what waits and runs in the queues of every region and of the provider
  dead                     jobs that were put aside, and messages that were given up
  retry <place> <id> …     sends them again: the place and the ids that dead names
  drop <place> <id> …      removes them for good
  workspaces [text]        workspaces by their address, with region and state
  limits                   who has to wait after too many tries
  lift <key> …             lets them try again: the keys that limits names
What changes something asks before, unless --yes is there, and stands in the audit log of the provider.
`;

type Places = { identity: Database; queues: Map<string, Database>; regions: Map<string, Database> };

const commands: Record<string, (places: Places, words: string[], isSure: boolean) => Promise<void>> = {
  async jobs({ queues }) {
    for (const [place, owner] of queues) print(place, await listJobs(owner, false));
  },
  async dead({ queues, identity }) {
    for (const [place, owner] of queues) print(place, await listJobs(owner, true));
    print('messages', await listDeadMessages(identity));
  },
  async retry(places, [place = '', ...ids], isSure) {
    const work =
      place === 'messages'
        ? () => retryMessages(places.identity, ids)
        : onQueue(places, place, ids, retryJobs);
    await change(places, { what: `send ${ids.length} again of`, place, ids, isSure }, work);
  },
  async drop(places, [place = '', ...ids], isSure) {
    const work =
      place === 'messages' ? () => dropMessages(places.identity, ids) : onQueue(places, place, ids, dropJobs);
    await change(places, { what: `remove ${ids.length} for good of`, place, ids, isSure }, work);
  },
  async workspaces({ regions }, [text = '']) {
    for (const [code, database] of regions)
      print(
        code,
        await database.rows<Row>(sql`select slug, public_id as id, status, updated_at as since
          from app.workspace_directory where slug like ${`%${text.replace(/[%_\\]/g, '')}%`} order by slug limit 500`),
      );
  },
  async limits({ identity }) {
    print('limits', await listLimits(identity));
  },
  async lift(places, keys, isSure) {
    const asked = { what: `lift ${keys.length} of`, place: 'limits', ids: keys, isSure };
    await change(places, asked, () => liftLimits(places.identity, keys));
  },
};

await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const [name = '', ...words] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || values.help) {
    process.stdout.write(usage);
    if (!values.help) process.exitCode = 2;
    return;
  }
  const located = await locateDatabases(readConfig(process.env), () => {}, { attach: true });
  const opened: Database[] = [];
  const open = (address: DatabaseLink['address']) => {
    const database = openDatabase({ address, max: 1, applicationName: 'operator' });
    opened.push(database);
    return database;
  };
  try {
    if (!located.identity)
      throw new StartError(
        'SERVICES leaves out auth: run this where the database of the provider is configured.',
      );
    const owners = [...located.regions].map(([code, link]) => [code, open(link.owner)] as const);
    const identity = open(located.identity.owner);
    const regions = new Map([...located.regions].map(([code, { address }]) => [code, open(address)]));
    await command(
      { identity, queues: new Map([...owners, ['provider', identity]]), regions },
      words,
      values.yes === true,
    );
  } finally {
    await Promise.all(opened.map((database) => database.close()));
    await located.stop();
  }
});

type Row = Record<string, unknown>;

/** One line for each, in columns that a script can split: name=value. */
function print(place: string, rows: Row[]): void {
  for (const row of rows) {
    const fields = Object.entries(row).map(([name, value]) => `${name}=${shown(value)}`);
    process.stdout.write(`${place} ${fields.join(' ')}\n`);
  }
  process.stdout.write(`${place}: ${rows.length}\n`);
}

function shown(value: unknown): string {
  if (value === null) return '-';
  if (value instanceof Date) return value.toISOString();
  const text = String(value).replace(/\s+/g, ' ');
  return text.includes(' ') ? JSON.stringify(text) : text;
}

function onQueue(
  { queues }: Places,
  place: string,
  ids: string[],
  work: (owner: Database, ids: number[]) => Promise<number[]>,
): () => Promise<number> {
  const owner = queues.get(place);
  if (!owner)
    throw new StartError(`There is no place "${place}": use ${[...queues.keys(), 'messages'].join(', ')}.`);
  const numbers = ids.map(Number);
  if (numbers.some((id) => !Number.isSafeInteger(id)))
    throw new StartError('The ids of jobs are whole numbers, as jobs and dead name them.');
  return async () => (await work(owner, numbers)).length;
}

type Change = { what: string; place: string; ids: string[]; isSure: boolean };

/** Written down before it is done: nothing changes that nobody can find afterwards. */
async function change({ identity }: Places, asked: Change, work: () => Promise<number>): Promise<void> {
  const { what, place, ids, isSure } = asked;
  if (ids.length === 0) throw new StartError('Name at least one of them.');
  if (!isSure && !(await agrees(`Really ${what} ${place}? [y/N] `))) {
    process.stdout.write('Nothing was changed.\n');
    process.exitCode = 1;
    return;
  }
  await identity.transaction((tx) => noteOperation(tx, { operation: what, place, ids }));
  const done = await work();
  process.stdout.write(`${done} of ${ids.length} done\n`);
  if (done < ids.length) process.exitCode = 1;
}

async function agrees(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}
