import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { createWorkspaceProvider } from '../gateway/provider/client.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { forgottenOf } from '../platform/forgotten.ts';
import { sql } from '../platform/sql.ts';
import { StartError } from '../platform/start-error.ts';
import { type DatabaseLink, locateDatabases } from '../product-databases.ts';
import { runningProvider } from '../provider-access.ts';
import { endSessions } from './backup/end-sessions.ts';
import { withOwner } from './backup/tables.ts';
import { type Disagreement, findDisagreements } from './operator/disagreements.ts';
import { adviceOnGateways } from './operator/gateways.ts';
import {
  dropMessages,
  liftLimits,
  listDeadMessages,
  listLimits,
  noteOperation,
  retryMessages,
} from './operator/provider.ts';
import { dropJobs, listJobs, type Page, retryJobs } from './operator/queues.ts';
import { runTool } from './run-tool.ts';

const usage = `Usage: npm run operator -- <command>
  jobs                     what waits and runs in the queues of every region and of the provider
  dead                     jobs that were put aside, and messages that were given up
  retry <place> <id> …     sends them again: the place and the ids that dead names
  drop <place> <id> …      removes them for good
  workspaces [text]        workspaces by their address, with region and state
  limits                   who has to wait after too many tries
  lift <key> …             lets them try again: the keys that limits names
  disagreements [--mend]   what provider and regions say differently of workspaces, members and roles; mends it
  end-sessions             signs everybody out, as after a database came back by another program
What changes something asks before, unless --yes is there, and stands in the audit log of the provider.
`;

/** So many rows are read at once. */
const pageSize = 500;

type Places = {
  identity: Database;
  identityOwner: DatabaseLink['owner'];
  queues: Map<string, Database>;
  regions: Map<string, Database>;
  config: Config;
};

type Flags = { isSure: boolean; mends: boolean };

const commands: Record<string, (places: Places, words: string[], flags: Flags) => Promise<void>> = {
  async jobs({ queues }) {
    for (const [place, owner] of queues)
      await printAll(place, 'id', (page: Page<number>) => listJobs(owner, false, page));
  },
  async dead({ queues, identity }) {
    for (const [place, owner] of queues)
      await printAll(place, 'id', (page: Page<number>) => listJobs(owner, true, page));
    await printAll('messages', 'id', (page: Page<string>) => listDeadMessages(identity, page));
  },
  async retry(places, [place = '', ...ids], { isSure }) {
    const work =
      place === 'messages'
        ? () => retryMessages(places.identity, ids)
        : onQueue(places, place, ids, retryJobs);
    await change(places, { what: `send ${ids.length} again of`, place, ids, isSure }, work);
  },
  async drop(places, [place = '', ...ids], { isSure }) {
    const work =
      place === 'messages' ? () => dropMessages(places.identity, ids) : onQueue(places, place, ids, dropJobs);
    await change(places, { what: `remove ${ids.length} for good of`, place, ids, isSure }, work);
  },
  async workspaces({ regions }, [text = '']) {
    const like = `%${text.replace(/[%_\\]/g, '')}%`;
    for (const [code, database] of regions)
      await printAll<Workspace, 'slug'>(code, 'slug', ({ after, size }) =>
        database.rows<Workspace>(sql`select slug, public_id as id, status, updated_at as since from app.workspace_directory
          where slug like ${like} and (${after}::text is null or slug > ${after}) order by slug limit ${size}`),
      );
  },
  async limits({ identity }) {
    await printAll('limits', 'key', (page: Page<string>) => listLimits(identity, page));
  },
  async lift(places, keys, { isSure }) {
    const asked = { what: `lift ${keys.length} of`, place: 'limits', ids: keys, isSure };
    await change(places, asked, () => liftLimits(places.identity, keys));
  },
  async disagreements(places, _words, { isSure, mends }) {
    const advice = await adviceOnGateways(places.regions);
    if (advice && mends) throw new StartError(advice);
    const found = await allDisagreements(places);
    for (const { mend: _, ...row } of found) printRow('disagreements', row);
    process.stdout.write(`disagreements: ${found.length}\n`);
    if (advice && found.length > 0) process.stdout.write(`${advice}\n`);
    const mendable = found.filter(({ mend }) => mend !== null);
    if (found.length > 0) process.exitCode = 1;
    if (!mends || mendable.length === 0) return;
    const ids = mendable.map(({ workspace, person }) => (person ? `${workspace}/${person}` : workspace));
    const asked = { what: `mend ${mendable.length} of`, place: 'disagreements', ids, isSure };
    await change(places, asked, () => mendEach(mendable));
    const left = await allDisagreements(places);
    for (const { mend: _, ...row } of left) printRow('left', row);
    process.stdout.write(`left: ${left.length}\n`);
    process.exitCode = left.length > 0 ? 1 : 0;
  },
  async 'end-sessions'(places, _words, { isSure }) {
    const asked = { what: 'sign everybody out of', place: 'sessions', ids: ['all'], isSure };
    await change(places, asked, async () => {
      await withOwner(places.identityOwner, async (client) => {
        await client.query('begin');
        await endSessions(client, new Date());
        await client.query('commit');
      });
      return 1;
    });
  },
};

await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: 'boolean' }, mend: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const [name = '', ...words] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || values.help) {
    process.stdout.write(usage);
    if (!values.help) process.exitCode = 2;
    return;
  }
  const config = readConfig(process.env);
  const located = await locateDatabases(config, () => {}, { attach: true });
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
      {
        identity,
        identityOwner: located.identity.owner,
        queues: new Map([...owners, ['provider', identity]]),
        regions,
        config,
      },
      words,
      { isSure: values.yes === true, mends: values.mend === true },
    );
  } finally {
    await Promise.all(opened.map((database) => database.close()));
    await located.stop();
  }
});

async function allDisagreements({ identity, regions, config }: Places): Promise<Disagreement[]> {
  const { baseUrl, tenantId, adminKey } = await runningProvider(config);
  const provider = createWorkspaceProvider({ baseUrl, rootTenantId: tenantId, adminKey, fetch });
  const forgotten = forgottenOf(config);
  const found: Disagreement[] = [];
  for (const [code, database] of regions)
    found.push(...(await findDisagreements({ identity, code, database, provider, forgotten })));
  return found;
}

/** One after the other; what cannot be mended says why, and the rest goes on. */
async function mendEach(found: readonly Disagreement[]): Promise<number> {
  let done = 0;
  for (const { mend, workspace, person } of found) {
    try {
      await mend?.(new Date());
      done += 1;
    } catch (error) {
      const { message } = error as Error;
      process.stdout.write(`${person ? `${workspace}/${person}` : workspace}: ${message}\n`);
    }
  }
  return done;
}

type Workspace = { slug: string; id: string; status: string; since: Date };

/** One line for each of however many there are, in columns that a script can split: name=value. */
async function printAll<One extends object, Name extends keyof One>(
  place: string,
  key: Name,
  list: (page: Page<One[Name]>) => Promise<One[]>,
): Promise<void> {
  let [after, count] = [null as One[Name] | null, 0];
  for (;;) {
    const rows = await list({ after, size: pageSize });
    for (const row of rows) printRow(place, row);
    count += rows.length;
    after = rows.at(-1)?.[key] ?? null;
    if (rows.length < pageSize) break;
  }
  process.stdout.write(`${place}: ${count}\n`);
}

function printRow(place: string, row: object): void {
  const fields = Object.entries(row).map(([name, value]) => `${name}=${shown(value)}`);
  process.stdout.write(`${place} ${fields.join(' ')}\n`);
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
