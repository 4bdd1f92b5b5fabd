import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpAnswer, sendHttp } from '../../apps/server/src/testing/http-call.ts';
import { workspaceHeaders } from '../../apps/server/src/testing/product-person.ts';
import type { Cluster, Gateway, Version } from './cluster.ts';
import type { Seat } from './people.ts';

export type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  key?: string;
};

/** An answer that no request may get, with what finds its line in the log. */
export type Fault = { version: Version; call: string; requestId: string };

/** What happened to the requests of a run. */
export type Tally = {
  requests: number;
  acknowledged: number;
  /** No whole answer came: the process died, or could not be reached. */
  broken: number;
  unavailable: number;
  internal: number;
  limited: number;
  refused: number;
  /** Given up after a broken try, on purpose; whether it took effect is unknown until the end. */
  abandoned: number;
};

export type Caller = {
  tally: Tally;
  faults: Fault[];
  /** How many writes a gateway is busy with. */
  writesAt(gateway: Gateway): number;
  /** Asks again, with the same key and at another process, until the answer is one that stays: below 500, not a limit. */
  call(seat: Seat, request: Request): Promise<HttpAnswer>;
  /** The same, but gives up after the first broken try. @returns null when nobody knows what became of it */
  callOnce(seat: Seat, request: Request): Promise<HttpAnswer | null>;
};

const pauseMs = 150;
/** Longer than an upgrade on a machine that is busy otherwise. */
const patienceMs = 10 * 60_000;

/** Sends requests to the gateways in turn, as a load balancer without health checks of its own. */
export function createCaller(cluster: Cluster): Caller {
  const tally: Tally = {
    requests: 0,
    acknowledged: 0,
    broken: 0,
    unavailable: 0,
    internal: 0,
    limited: 0,
    refused: 0,
    abandoned: 0,
  };
  const faults: Fault[] = [];
  const agents = new Map<Gateway, Agent>();
  const writing = new Map<Gateway, number>();
  let turn = 0;

  function nextGateway(): Gateway {
    const up = cluster.gateways.filter(({ isUp }) => isUp);
    const choice = up.length > 0 ? up : cluster.gateways;
    return choice[turn++ % choice.length] as Gateway;
  }

  async function send(
    seat: Seat,
    gateway: Gateway,
    { method, path, body, key }: Request,
  ): Promise<HttpAnswer | null> {
    const agent = agents.get(gateway) ?? new Agent({ keepAlive: true });
    agents.set(gateway, agent);
    const session = await seat.session();
    tally.requests += 1;
    const headers = {
      host: session.host,
      ...workspaceHeaders(session, seat.workspace),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const count = (change: number) =>
      method === 'GET' ? 0 : writing.set(gateway, (writing.get(gateway) ?? 0) + change);
    count(1);
    return sendHttp(gateway.process.port, { method, path, body, headers, agent })
      .catch(() => null)
      .finally(() => count(-1));
  }

  /** @returns the answer that stays, `again` when it has to be asked anew, `broken` when its effect is unknown */
  async function attempt(seat: Seat, request: Request): Promise<HttpAnswer | 'again' | 'broken'> {
    const gateway = nextGateway();
    const { version } = gateway;
    const answer = await send(seat, gateway, request);
    if (answer === null) {
      tally.broken += 1;
      return 'broken';
    }
    if (answer.status === 503) {
      tally.unavailable += 1;
      return 'broken';
    }
    if (answer.status >= 500) {
      tally.internal += 1;
      const requestId = String(answer.headers['x-request-id']);
      faults.push({ version, call: `${request.method} ${patternOf(request.path)}`, requestId });
      return 'broken';
    }
    if (answer.status === 429) {
      tally.limited += 1;
      await sleep(1000 * Number(answer.headers['retry-after'] ?? 1));
      return 'again';
    }
    if (answer.json?.error?.type === 'in_progress') return 'again';
    if (request.method !== 'GET') tally[answer.status < 300 ? 'acknowledged' : 'refused'] += 1;
    return answer;
  }

  return {
    tally,
    faults,
    writesAt: (gateway) => writing.get(gateway) ?? 0,
    async call(seat, request) {
      const until = performance.now() + patienceMs;
      while (performance.now() < until) {
        const answer = await attempt(seat, request);
        if (typeof answer === 'object') return answer;
        await sleep(pauseMs);
      }
      throw new Error(`${request.method} ${request.path}: no answer for ${patienceMs / 60_000} minutes`);
    },
    async callOnce(seat, request) {
      for (;;) {
        const answer = await attempt(seat, request);
        if (typeof answer === 'object') return answer;
        if (answer === 'broken') {
          tally.abandoned += 1;
          return null;
        }
        await sleep(pauseMs);
      }
    },
  };
}

/** A path without what changes from call to call. */
function patternOf(path: string): string {
  const [address = ''] = path.split('?');
  return address.replace(/\/[^/]*\d[^/]*/g, '/…');
}

/** The answer's body, or what was wrong. */
export function expectDone(answer: HttpAnswer, what: string) {
  if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${answer.text}`);
  return answer.json;
}
