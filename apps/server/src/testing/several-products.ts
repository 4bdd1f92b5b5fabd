import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addDays } from '@stint/domain/time/plain-date.ts';
import { newId } from '../platform/ids.ts';
import type { HttpCall } from './http-call.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.fixture.ts';
import {
  callWorkspace,
  createWorkspace,
  enterWorkspace,
  type PersonSession,
  refresh,
  signUpPerson,
  workspaceHeaders,
} from './product-person.ts';
import { cleanVariables, findFreePort, type ProductProcess, startProductProcess } from './product-process.ts';
import type { Traffic } from './rolling-restarts.ts';

const bootstrapTool = fileURLToPath(new URL('../tools/bootstrap.ts', import.meta.url));

/** Whole products (provider, gateway and pages) over one PostgreSQL server, as behind one address. */
export type SeveralProducts = {
  processes: ProductProcess[];
  server: OwnPostgres;
  /** A process at the port and on the folder of one that ended. */
  start(former: ProductProcess): Promise<ProductProcess>;
  prepareTraffic(): Promise<Traffic>;
  stop(): Promise<void>;
};

export async function startSeveralProducts(count: number): Promise<SeveralProducts> {
  const folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'several-'));
  const server = await startOwnPostgres();
  const shared = await environment(server);
  await promisify(execFile)(process.execPath, [bootstrapTool, server.superuserUrl], {
    env: { ...cleanVariables(), ...shared },
  });
  const startAt = async (dataDir: string, port?: number) => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return startProductProcess({ dataDir, env: shared, ...(port === undefined ? {} : { port }) });
  };
  // At once, as on the first day: they take turns, and make one tenant.
  const processes = await Promise.all(
    Array.from({ length: count }, (_, number) => startAt(join(folder, `product-${number}`))),
  );
  return {
    processes,
    server,
    start: ({ dataDir, port }) => startAt(dataDir, port),
    prepareTraffic: () => prepareTraffic(processes[0] as ProductProcess),
    async stop() {
      await Promise.all(processes.map((process) => process.kill()));
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/** The same in every process; the key makes the first tenant, whoever comes first. */
async function environment(server: OwnPostgres): Promise<Record<string, string>> {
  const mainDomain = `stint.localhost:${await findFreePort()}`;
  const tenant = `t${randomBytes(4).toString('hex').slice(1)}`;
  const urls = (prefix: string, name: string, database: string) => ({
    [`${prefix}_DATABASE_URL`]: server.url(`${name}_login`, database),
    [`${prefix}_DATABASE_OWNER_URL`]: server.url(`${name}_owner`, database),
    [`${prefix}_DATABASE_WORKER_URL`]: server.url(`${name}_jobs`, database),
  });
  return {
    MAIN_DOMAIN: mainDomain,
    REGIONS: 'us=United States',
    LIMITS_PER_ADDRESS: 'off',
    LOG_LEVEL: 'error',
    DATABASE_POOL: '5',
    DRAIN_GRACE_SECONDS: '5',
    DRAIN_SECONDS: '600',
    SECRET_KEY: randomBytes(48).toString('base64'),
    AUTH_BASE_URL: `http://${mainDomain}/v0/`,
    AUTH_ADMIN_KEY: `lk_test_admin_${tenant}_${randomBytes(32).toString('hex')}`,
    ...urls('IDENTITY', 'id', 'identity'),
    ...urls('GATEWAY_US', 'us', 'time_us'),
  };
}

/** Each session may ask six hundred times a minute at each process. */
const sessionCount = 16;

const firstSunday = '2026-01-04';

async function prepareTraffic(product: ProductProcess): Promise<Traffic> {
  const name = randomBytes(4).toString('hex');
  const person = { email: `ada-${name}@example.com`, password: 'correct horse battery 9' };
  const { session } = await signUpPerson(product, person);
  const { workspace, session: owner } = await createWorkspace(product, session, { name: `Harbour ${name}` });
  let sessions: PersonSession[] = [];
  for (let made = 0; made < sessionCount; made += 1)
    sessions.push(await enterWorkspace(product, owner, workspace));
  const [first] = sessions as [PersonSession];
  const ask = async (method: string, path: string, body?: unknown) =>
    (await callWorkspace(product, first, workspace, { method, path, body })).json;
  const { id: teamMemberID } = await ask('GET', `/api/TeamMember/${first.userUuid}`);
  const [type] = await ask('GET', '/api/ProjectTypeMaster');
  const project = { projectName: 'Boat house', projectTypeID: type.projectTypeID };
  const { projectID } = await ask('POST', '/api/Projects', project);
  const saved: string[] = [];

  const calls: ((number: number) => Pick<HttpCall, 'method' | 'path' | 'body'>)[] = [
    () => ({ method: 'GET', path: `/api/TimeSheet/GetByWeek/${teamMemberID}/${firstSunday}` }),
    (number) => {
      const weekEndDate = addDays(firstSunday, 7 * (number % 40));
      const workDate = addDays(weekEndDate, -((number >> 3) % 7));
      const timesheetID = newId();
      saved.push(timesheetID);
      const upserts = [{ timesheetID, projectID, workDate, minutes: 1 }];
      return { method: 'PUT', path: '/api/TimeSheet/SaveWeek', body: { teamMemberID, weekEndDate, upserts } };
    },
    () => ({ method: 'GET', path: '/v0/self' }),
    () => ({ method: 'GET', path: '/home' }),
    () => ({ method: 'GET', path: '/api/Projects' }),
  ];
  return {
    next(number) {
      const session = sessions[number % sessions.length] as PersonSession;
      const call = (calls[number % calls.length] as (typeof calls)[number])(number);
      const isPage = call.path === '/home';
      return {
        ...call,
        host: isPage ? product.mainDomain : session.host,
        ...(isPage ? {} : { headers: workspaceHeaders(session, workspace) }),
      };
    },
    saved,
    async renew(process) {
      // One by one: all at once would ask a process that has just begun for more connections than it has.
      const fresh: PersonSession[] = [];
      for (const one of sessions) fresh.push(await refresh(process, one));
      sessions = fresh;
    },
  };
}
