import { callTarget } from '@stint/domain/api/caller.ts';
import { namedProjects } from '@stint/domain/time/named-projects.ts';
import { isPlainDate } from '@stint/domain/time/plain-date.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import { plainDateAt } from '@stint/domain/time/zone.ts';
import { type Site, workspaceOrigin } from '@stint/domain/workspace/host.ts';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { inScript } from './script-json.ts';
import type { WorkspaceOfHost } from './workspaces.ts';

export type FirstAnswersOptions = {
  /** Asks the gateway of this very process; null where it is elsewhere: pages then ask by themselves. */
  gateway: typeof globalThis.fetch | null;
  site: Site;
  clock: Clock;
  log: Logger;
};

export type FirstAnswers = {
  /**
   * What the page of a workspace would ask for first, as JSON that may stand in a script element; null without a token
   * that the gateway takes.
   */
  find(request: FastifyRequest, workspace: WorkspaceOfHost): Promise<string | null>;
};

/** A page is rather sent without than late. */
const TIMEOUT_MILLISECONDS = 1_000;

type Ask = (key: string, input?: Parameters<typeof callTarget>[1]) => Promise<Answer | null>;
type Answer = { path: string; etag: string | null; text: string };
type Start = {
  settings: { timeZone: string };
  me: { userID: string; teamMemberID: string; timeZone: string | null };
};

/**
 * The answers that a page begins with, so that it need not wait for calls of its own. The gateway is asked with the
 * person's own token and makes all its checks: a token that is dead, foreign or not there puts nothing into the page.
 */
export function createFirstAnswers({ gateway, site, clock, log }: FirstAnswersOptions): FirstAnswers {
  return {
    async find(request, workspace) {
      const token = gateway && isNavigation(request) ? accessToken(request, workspace.tenantId) : null;
      if (!gateway || !token) return null;
      try {
        return await collect(request, createAsk(gateway, site, { token, workspace }), { clock, log });
      } catch (error) {
        log.warn({ err: error }, 'a page was sent without its first answers');
        return null;
      }
    },
  };
}

async function collect(
  request: FastifyRequest,
  ask: Ask,
  { clock, log }: Pick<FirstAnswersOptions, 'clock' | 'log'>,
): Promise<string | null> {
  // Before anything else is read: the page hears of all that changes after this.
  const begin = await ask('GET /Changes');
  const start = await ask('GET /Workspace');
  if (!start) return null;
  const { me, settings } = JSON.parse(start.text) as Start;
  const { pathname, searchParams } = new URL(request.url, 'http://page');
  const wished = searchParams.get('week');
  const shown =
    wished && isPlainDate(wished) ? wished : plainDateAt(clock.now(), me.timeZone ?? settings.timeZone);
  const week = { teamMemberID: me.teamMemberID, weekEndDate: weekEndOf(shown) };
  const others = await Promise.all([
    ask('GET /Subscription/GetSubscriptionActiveStatus'),
    ask('GET /RegionMaster/GetRegionCode'),
    pathname === '/time' ? askWeek(ask, week, log) : null,
  ]);
  const answers = [begin, start, ...others.flat()].flatMap((answer) => (answer ? [asMember(answer)] : []));
  return inScript(`{"userUuid":${JSON.stringify(me.userID)},"answers":{${answers.join(',')}}}`);
}

/**
 * A week, and its projects: with them the rows have their colours at once and are not drawn again. Asked for last, when
 * least of the time is left, they cost the page none of its other answers.
 */
async function askWeek(ask: Ask, params: Record<string, string>, log: Logger): Promise<(Answer | null)[]> {
  const week = await ask('GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate', { params });
  const { entries } = JSON.parse(week?.text ?? '{"entries":[]}') as { entries: { projectID: string }[] };
  const ids = namedProjects(entries.map(({ projectID }) => projectID));
  if (ids === '') return [week];
  const projects = await ask('GET /Projects', { query: { ids, total: false } }).catch((error: unknown) => {
    log.warn({ err: error }, 'a page was sent without the projects of its week');
    return null;
  });
  return [week, projects];
}

/** The body goes in as the gateway wrote it: it is JSON already. */
function asMember({ path, etag, text }: Answer): string {
  return `${JSON.stringify(path)}:{"etag":${JSON.stringify(etag)},"body":${text}}`;
}

function createAsk(
  gateway: typeof globalThis.fetch,
  site: Site,
  { token, workspace }: { token: string; workspace: WorkspaceOfHost },
): Ask {
  const base = `${workspaceOrigin(workspace.slug, site)}/api`;
  const headers = {
    authorization: `Bearer ${token}`,
    TenantID: workspace.tenantId,
    SessionID: sessionOf(token),
    RegionCode: workspace.regionCode,
  };
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  return async (key, input = {}) => {
    const { path } = callTarget(key, input);
    const response = await gateway(base + path, { headers, signal });
    if (!response.ok) return null;
    return { path, etag: response.headers.get('etag'), text: await response.text() };
  };
}

/** Somebody opens the page, no script or frame of any page reads it: that is what the headers of the browser are for. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-dest'] === 'document';
}

/** The access cookie of the workspace; one that is there twice counts as absent, as it does for the page. */
function accessToken({ headers }: FastifyRequest, tenantId: string): string | null {
  const start = `access.${tenantId}=`;
  const found = (headers.cookie ?? '').split(';').flatMap((pair) => {
    const text = pair.trim();
    return text.startsWith(start) ? [text.slice(start.length)] : [];
  });
  const [only = ''] = found;
  return found.length === 1 && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(only) ? only : null;
}

/** The session that the token names; whether that is so is for the gateway to say. */
function sessionOf(token: string): string {
  try {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    const { sessionId, sid } = JSON.parse(payload) as { sessionId?: unknown; sid?: unknown };
    const named = sessionId ?? sid;
    return typeof named === 'string' && /^[\w.-]+$/.test(named) ? named : '';
  } catch {
    return '';
  }
}
