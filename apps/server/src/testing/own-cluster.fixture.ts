import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.fixture.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** What is tested is the same with 32 of them. */
const FEW_SHARDS = { 'citus.shard_count': '4' };

/** Indented lines of a section of the guide that match, each as a person types it. */
export function linesOfGuide(section: string, pattern: RegExp): string[] {
  const guide = readFileSync(`${root}docs/own-postgresql.md`, 'utf8');
  const [, rest = ''] = guide.split(`\n## ${section}\n`);
  const [text = ''] = rest.split('\n## ');
  return text.split('\n').flatMap((line) => (/^ {4}/.test(line) && pattern.test(line) ? [line.trim()] : []));
}

/** Runs a line of the guide. */
export function runNpm(
  line: string,
  env: Record<string, string>,
): Promise<{ stdout: string; stderr: string }> {
  const [program = '', ...args] = line.split(' ');
  const { PATH, HOME } = process.env;
  return promisify(execFile)(program, args, { cwd: root, env: { PATH, HOME, ...env } });
}

/** The addresses of a region's database on a server, for the service. */
export function regionOn(server: OwnPostgres): Record<string, string> {
  return {
    GATEWAY_US_DATABASE_URL: server.url('us_login', 'time_us'),
    GATEWAY_US_DATABASE_OWNER_URL: server.url('us_owner', 'time_us'),
    GATEWAY_US_DATABASE_WORKER_URL: server.url('us_jobs', 'time_us'),
  };
}

/** Servers with Citus that ask for passwords, set up as the guide says; the first one coordinates. */
export type OwnCluster = {
  servers: OwnPostgres[];
  coordinator: OwnPostgres;
  workers: OwnPostgres[];
  /** Runs the guide's line that makes a cluster of all servers, also again with more of them. */
  join(env: Record<string, string>): Promise<void>;
  addServer(): Promise<OwnPostgres>;
  stop(): Promise<void>;
};

export async function startOwnCluster(workerCount = 2): Promise<OwnCluster> {
  const given = linesOfGuide('Citus', / = /).map((line) => line.split(' = ') as [string, string]);
  const own = Object.fromEntries(given.map(([name, value]) => [name, value.replaceAll("'", '')]));
  const password = randomBytes(16).toString('hex');
  const servers: OwnPostgres[] = [];
  const addServer = async () => {
    const server = await startOwnPostgres({ password, settings: { ...own, ...FEW_SHARDS }, isCitus: true });
    servers.push(server);
    return server;
  };
  const stop = async () => void (await Promise.all(servers.map((server) => server.stop())));
  try {
    for (let node = 0; node <= workerCount; node++) await addServer();
  } catch (error) {
    await stop();
    throw error;
  }
  const [coordinator, ...workers] = servers as [OwnPostgres, ...OwnPostgres[]];
  return {
    servers,
    coordinator,
    workers,
    async join(env) {
      const [line = ''] = linesOfGuide('Citus', /npm run db:bootstrap/);
      const command = line.split(' ').filter((word) => !word.startsWith('postgres://'));
      await runNpm([...command, ...servers.map(({ superuserUrl }) => superuserUrl)].join(' '), env);
    },
    addServer,
    stop,
  };
}
