import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '@stint/domain/time/plain-date.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { prepareProduct } from './prepared-data.ts';
import {
  callWorkspace,
  createWorkspace,
  enterWorkspace,
  type PersonSession,
  signUpPerson,
  type WorkspacePlace,
} from './product-person.ts';
import { type ProductProcess, startProductProcess } from './product-process.ts';

const SAVES = 200;
/** Each with a session of its own: the limit of writes counts per session. */
const WRITERS = 4;
const CELLS_PER_SAVE = 3;
/** The tree is killed when so many saves of a round were acknowledged: early, in the middle, near the end. */
const KILL_AFTER = [3, 60, 120, 185];
const FIRST_SUNDAY = '2026-01-04';

type Cell = { timesheetID: string; minutes: number };
type Save = { weekEndDate: string; cells: Cell[]; isAcknowledged: boolean };

let dataDir: string;
let product: ProductProcess;
let workspace: WorkspacePlace;
let sessions: PersonSession[];
let teamMemberID: string;
let projectID: string;

beforeAll(async () => {
  dataDir = await prepareProduct(await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'crash-')));
  await chmod(dataDir, 0o755);
  product = await startProductProcess({ dataDir });
  const person = await signUpPerson(product, {
    email: 'ada@example.com',
    password: 'correct horse battery staple',
  });
  const made = await createWorkspace(product, person.session, { name: 'Harbour Studio' });
  workspace = made.workspace;
  sessions = [];
  for (let writer = 0; writer < WRITERS; writer++) {
    sessions.push(await enterWorkspace(product, made.session, workspace));
  }
  const [session] = sessions as [PersonSession];
  teamMemberID = (await ask(session, 'GET', `/api/TeamMember/${session.userUuid}`)).id;
  const [type] = await ask(session, 'GET', '/api/ProjectTypeMaster');
  const project = { projectName: 'Boat house', projectTypeID: type.projectTypeID };
  projectID = (await ask(session, 'POST', '/api/Projects', project)).projectID;
});
afterAll(async () => {
  await product?.kill();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

describe('security 14: SIGKILL of server, database and backends during 200 saves', () => {
  const rounds = KILL_AFTER.map((killAfter, round) => ({ killAfter, round }));

  test.each(rounds)('after $killAfter acknowledged ones', async ({ killAfter, round }) => {
    const saves = plan(round);
    let acknowledged = 0;
    let killing: Promise<void> | undefined;
    await Promise.all(
      sessions.map(async (session, writer) => {
        for (const save of saves.filter((_save, index) => index % WRITERS === writer)) {
          if (!(await trySave(session, save))) return;
          acknowledged += 1;
          if (acknowledged >= killAfter) killing ??= product.kill();
        }
      }),
    );
    await killing;
    expect(acknowledged).toBeGreaterThanOrEqual(killAfter);
    expect(acknowledged).toBeLessThan(SAVES);
    expect(product.pids()).toEqual([]);

    product = await startProductProcess({ dataDir, port: product.port });
    const stored = await readWeeks(saves);
    for (const save of saves) expectWholeOrAbsent(save, stored);
    expect(saves.filter(({ isAcknowledged }) => isAcknowledged)).toHaveLength(acknowledged);
  });
});

/** Every writer of every round has a week of its own, so that they do not wait for each other. */
function plan(round: number): Save[] {
  return Array.from({ length: SAVES }, (_save, index) => ({
    weekEndDate: addDays(FIRST_SUNDAY, 7 * (round * WRITERS + (index % WRITERS))),
    cells: Array.from({ length: CELLS_PER_SAVE }, (_cell, at) => ({
      timesheetID: newId(),
      minutes: 1 + ((index * CELLS_PER_SAVE + at) % 9),
    })),
    isAcknowledged: false,
  }));
}

/** @returns false once the product is gone; any other refusal is a failure of the test */
async function trySave(session: PersonSession, save: Save): Promise<boolean> {
  const answer = await callWorkspace(product, session, workspace, {
    method: 'PUT',
    path: '/api/TimeSheet/SaveWeek',
    body: {
      teamMemberID,
      weekEndDate: save.weekEndDate,
      upserts: save.cells.map((cell, at) => ({
        ...cell,
        projectID,
        workDate: addDays(save.weekEndDate, -at),
      })),
    },
  }).catch(() => null);
  if (answer === null) return false;
  expect(answer.text && answer.status).toBe(200);
  save.isAcknowledged = true;
  return true;
}

async function readWeeks(saves: Save[]): Promise<Map<string, number>> {
  const stored = new Map<string, number>();
  for (const weekEndDate of new Set(saves.map((save) => save.weekEndDate))) {
    const [session] = sessions as [PersonSession];
    const sheet = await ask(session, 'GET', `/api/TimeSheet/GetByWeek/${teamMemberID}/${weekEndDate}`);
    let total = 0;
    for (const { timesheetID, minutes } of sheet.entries) {
      stored.set(timesheetID, minutes);
      total += minutes;
    }
    expect(sheet.week.totalMinutes).toBe(total);
  }
  return stored;
}

function expectWholeOrAbsent({ cells, isAcknowledged }: Save, stored: Map<string, number>): void {
  const found = cells.map(({ timesheetID }) => stored.get(timesheetID));
  const whole = cells.map(({ minutes }) => minutes);
  const isAbsent = found.every((minutes) => minutes === undefined);
  if (isAbsent && !isAcknowledged) return;
  expect(found).toEqual(whole);
}

async function ask(session: PersonSession, method: string, path: string, body?: unknown) {
  const answer = await callWorkspace(product, session, workspace, { method, path, body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.json;
}
