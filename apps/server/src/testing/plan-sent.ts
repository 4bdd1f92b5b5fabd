import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '../platform/connections.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { newId } from '../platform/ids.ts';
import { planStatements } from './planned-statements.ts';
import type { SentNote } from './sent-statements.ts';
import { createTemplates, type ServerAddress, templates } from './templates.ts';

/*
 * After all tests of the server: does the PostgreSQL of `PG_BINARIES` know every statement that was sent in them, as the login that
 * sent it? The tests' databases note what they were sent (`sent-statements.ts`); the file of their notes is the argument.
 */

/** Every login's fewest statements, well below what the tests send: with fewer, it is the notes that are missing. */
const FEWEST: Readonly<Record<string, number>> = {
  [templates.app.login]: 1000,
  [templates.app.worker.name]: 10,
  [templates.auth.login]: 250,
  [templates.auth.worker.name]: 8,
};

/** Ours are all there, by the migrations: any other table of these schemas was made by a test for itself. */
const TABLE_OF_A_TEST = /^relation "(?:app|auth)\.\w+" does not exist$/;

const notes = readFileSync(String(process.argv[2]), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line): SentNote => JSON.parse(line));

const asked = new Map<string, { schema: SentNote['schema']; user: string; statements: Set<string> }>();
for (const { schema, user, statements } of notes) {
  const same = asked.get(user)?.statements ?? [];
  asked.set(user, { schema, user, statements: new Set([...same, ...statements]) });
}
const missing = Object.entries(FEWEST).flatMap(([user, fewest]) => {
  const count = asked.get(user)?.statements.size ?? 0;
  return count < fewest ? [`${count} statements of ${user} were noted, fewer than ${fewest}`] : [];
});
if (missing.length > 0) {
  console.error(missing.join('\n'));
  process.exit(1);
}

const folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'plan-sent-'));
const server = await startEmbeddedPostgres({
  dataDir: join(folder, 'data'),
  binaries: process.env.PG_BINARIES ?? 'npm',
  settings: { fsync: 'off' },
});
try {
  const { host, port, user } = server.superuserConnection;
  await createTemplates({ host, port, user, workers: [] });
  for (const each of asked.values()) await ask({ host, port, user: each.user }, each);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function ask(
  login: ServerAddress,
  { schema, statements }: { schema: SentNote['schema']; statements: Set<string> },
): Promise<void> {
  await withClient({ ...login, database: templates[schema].database }, async (client) => {
    await client.query(`set app.tenant_id = '${newId()}'`);
    const answers = await planStatements(client, statements);
    const refused = answers.filter(({ message }) => !TABLE_OF_A_TEST.test(message));
    console.log(`${statements.size} statements of ${login.user}, ${refused.length} refused`);
    for (const { statement, message } of refused) console.error(`${message}\n${statement}\n`);
    if (refused.length > 0) process.exitCode = 1;
  });
}
