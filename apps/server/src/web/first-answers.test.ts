import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { weekEndOf } from '@stint/domain/time/week.ts';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createLogger } from '../platform/log.ts';
import { prepareProduct } from '../testing/prepared-data.ts';
import {
  callProvider,
  callWorkspace,
  createWorkspace,
  enterWorkspace,
  type PersonSession,
  signUpPerson,
  type WorkspacePlace,
} from '../testing/product-person.ts';
import { type ProductProcess, startProductProcess } from '../testing/product-process.ts';
import { createFirstAnswers } from './first-answers.ts';

const HOSTILE = '</script><script>alert(1)</script><!-- \u2028';
const week = weekEndOf('2026-11-16');

let dataDir: string;
let product: ProductProcess;
let workspace: WorkspacePlace;
let session: PersonSession;
let mainSession: PersonSession;
let teamMemberID: string;
let projectID: string;

beforeAll(async () => {
  dataDir = await prepareProduct(await mkdtemp(join(tmpdir(), 'stint-first-')));
  product = await startProductProcess({ dataDir, discardsLog: true, env: { LIMITS_PER_ADDRESS: 'off' } });
  const person = await signUpPerson(product, {
    email: 'ada@first.example',
    password: 'paper-boats-on-water-7',
  });
  const made = await createWorkspace(product, person.session, { name: 'First' });
  [workspace, mainSession] = [made.workspace, made.session];
  session = await enterWorkspace(product, mainSession, workspace);
  teamMemberID = (await ask('GET', '/api/Workspace')).me.teamMemberID;
  const [{ projectTypeID }] = await ask('GET', '/api/ProjectTypeMaster');
  ({ projectID } = await ask('POST', '/api/Projects', { projectName: 'Boats', projectTypeID }));
  const entry = {
    timesheetID: randomUUID(),
    projectID,
    activityID: null,
    workDate: '2026-11-16',
    minutes: 60,
  };
  await ask('PUT', '/api/TimeSheet/SaveWeek', {
    teamMemberID,
    weekEndDate: week,
    upserts: [{ ...entry, comment: HOSTILE, source: 'grid' }],
    deletes: [],
  });
});
afterAll(async () => {
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

async function ask(method: string, path: string, body?: unknown) {
  const answer = await callWorkspace(product, session, workspace, { method, path, body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.json;
}

type Opening = { path?: string; token?: string | null; cookie?: string; destination?: string; host?: string };

/** A page as a browser asks for it. */
async function open(opening: Opening = {}) {
  const { path = `/time?week=${week}`, token = session.accessToken, destination = 'document' } = opening;
  const headers = {
    accept: 'text/html',
    'sec-fetch-dest': destination,
    ...(token ? { cookie: opening.cookie ?? `access.${session.tenantId}=${token}` } : {}),
  };
  return product.send({ method: 'GET', path, host: opening.host ?? session.host, headers });
}

function firstAnswers(html: string) {
  const json = /<script type="application\/json" id="stint-first-answers"[^>]*>(.*?)<\/script>/s.exec(
    html,
  )?.[1];
  return json === undefined ? null : JSON.parse(json);
}

describe('security 7: what a page begins with', () => {
  test('is the workspace, its subscription, its region, the week that the address names and its projects', async () => {
    const { text, headers } = await open();
    const { userUuid, answers } = firstAnswers(text);
    expect(userUuid).toBe(session.userUuid);
    const weekPath = `/TimeSheet/GetByWeek/${teamMemberID}/${week}`;
    const projectsPath = `/Projects?ids=${projectID}&total=false`;
    expect(Object.keys(answers).toSorted()).toEqual([
      '/Changes',
      projectsPath,
      '/RegionMaster/GetRegionCode',
      '/Subscription/GetSubscriptionActiveStatus',
      weekPath,
      '/Workspace',
    ]);
    expect(answers[weekPath].body).toEqual(await ask('GET', `/api${weekPath}`));
    expect(answers[projectsPath].body).toEqual(await ask('GET', `/api${projectsPath}`));
    expect(answers[weekPath].etag).toMatch(/^(W\/)?".+"$/);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('and where the feed was before they were read: a change of after that is heard from there', async () => {
    const { mark } = firstAnswers((await open()).text).answers['/Changes'].body;
    await ask('POST', '/api/Clients', { clientName: 'Lighthouse' });
    const heard = await ask('GET', `/api/Changes?after=${encodeURIComponent(mark)}`);
    expect(heard).toMatchObject({ isComplete: true });
    expect(heard.changes).toContainEqual({ topic: 'catalog' });
  });

  test('a week without time has no projects', async () => {
    const { answers } = firstAnswers((await open({ path: '/time?week=2020-01-05' })).text);
    expect(Object.keys(answers).filter((path) => path.startsWith('/Projects'))).toEqual([]);
  });

  test('the page has its other answers where the last ask, for the projects, fails', async () => {
    const away = new TypeError('fetch failed');
    const gateway = async (address: Parameters<typeof fetch>[0], init?: RequestInit) => {
      const { host, pathname, search } = new URL(String(address));
      if (pathname === '/api/Projects') throw away;
      const headers = Object.fromEntries(new Headers(init?.headers));
      const answer = await product.send({ method: 'GET', path: pathname + search, host, headers });
      return new Response(answer.text, {
        status: answer.status,
        headers: { etag: answer.headers.etag ?? '' },
      });
    };
    const lines: string[] = [];
    const log = createLogger('warn', { write: (line) => void lines.push(line) });
    const site = { protocol: 'http', mainDomain: product.mainDomain } as const;
    const finder = createFirstAnswers({ gateway, site, clock: systemClock, log });
    const { tenantID: tenantId, slug, regionCode } = workspace;
    const place = { tenantId, slug, regionCode, name: 'First' };
    const app = Fastify();
    app.get('/time', async (request) => ({ found: await finder.find(request, place) }));
    const headers = {
      'sec-fetch-dest': 'document',
      cookie: `access.${session.tenantId}=${session.accessToken}`,
    };
    const { found } = (await app.inject({ url: `/time?week=${week}`, headers })).json();
    expect(Object.keys(JSON.parse(found).answers).toSorted()).toEqual([
      '/Changes',
      '/RegionMaster/GetRegionCode',
      '/Subscription/GetSubscriptionActiveStatus',
      `/TimeSheet/GetByWeek/${teamMemberID}/${week}`,
      '/Workspace',
    ]);
    expect(lines.join('')).toContain('without the projects of its week');
  });

  test('other pages of the workspace begin without a week', async () => {
    const { answers } = firstAnswers((await open({ path: '/projects' })).text);
    expect(Object.keys(answers)).toHaveLength(4);
  });

  test('the week names what a phone draws of it, other pages and the page for times without a connection do not', async () => {
    const early = async (path: string) =>
      (await open({ path })).text.match(
        /<link [^>]*href="\/assets\/day-view-[^>]*media="\(max-width: 767px\)"/g,
      );
    expect(await early('/time')).toHaveLength(2);
    expect([await early('/projects'), await early('/_shell'), await early('/auth')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('can end no element and open no comment, whatever somebody wrote', async () => {
    const { text } = await open();
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<!-- ');
    expect(text).not.toContain('\u2028');
    const [entry] = firstAnswers(text).answers[`/TimeSheet/GetByWeek/${teamMemberID}/${week}`].body.entries;
    expect(entry.comment).toBe(HOSTILE.trim());
  });

  test.each<[string, () => Opening]>([
    ['without a token', () => ({ token: null })],
    ['with a token of the main domain', () => ({ token: mainSession.accessToken })],
    ['with a token that nobody signed', () => ({ token: session.accessToken.replace(/.{8}$/, 'AAAAAAAA') })],
    ['with something that is no token', () => ({ token: 'x' })],
    [
      'with a token that is there twice',
      () => ({
        cookie: `access.${session.tenantId}=a.b.c; access.${session.tenantId}=${session.accessToken}`,
      }),
    ],
    ['asked for by a script', () => ({ destination: 'empty' })],
    ['asked for as a script', () => ({ destination: 'script' })],
    ['as the page that is kept for times without a connection', () => ({ path: '/_shell' })],
    ['as the page of a sign-in', () => ({ path: '/auth' })],
  ])('%s the page has none', async (_, opening) => {
    const { status, text } = await open(opening());
    expect(status).toBe(200);
    expect(firstAnswers(text)).toBeNull();
    expect(text).not.toContain(teamMemberID);
  });

  test('a session that has ended gets nothing more', async () => {
    const ending = await enterWorkspace(product, mainSession, workspace);
    expect(firstAnswers((await open({ token: ending.accessToken })).text)).not.toBeNull();
    await callProvider(product, 'GET', 'auth/logout', { host: ending.host, bearer: ending.accessToken });
    await expect
      .poll(async () => firstAnswers((await open({ token: ending.accessToken })).text), { timeout: 15_000 })
      .toBeNull();
  });
});
