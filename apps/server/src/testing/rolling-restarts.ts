import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer, HttpCall } from './http-call.ts';
import { sendHttp } from './http-call.ts';
import type { ProductProcess } from './product-process.ts';

/** How often a balancer asks whether a process is ready; a grace is much longer. */
const askEveryMs = 200;

type Balancer = {
  port: number;
  /** Takes the place of a process that ended. */
  replace(former: ProductProcess, next: ProductProcess): void;
  close(): Promise<void>;
};

/**
 * Sends each request to the next process that says it is ready, over connections that it keeps. Nothing is sent twice: what
 * fails here, fails for whoever asked.
 */
async function startBalancer(processes: ProductProcess[]): Promise<Balancer> {
  const places = processes.map((process) => ({ process, isReady: true }));
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server: Server = createServer((incoming, outgoing) => {
    const ready = places.filter(({ isReady }) => isReady);
    turn += 1;
    const chosen = (ready.length > 0 ? ready : places)[turn % (ready.length || places.length)];
    if (chosen) forward(incoming, outgoing, { port: chosen.process.port, agent });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let isClosed = false;
  const asking = places.map(async (place) => {
    while (!isClosed) {
      const { process } = place;
      const answer = await sendHttp(process.port, { method: 'GET', path: '/readyz' }).catch(() => null);
      if (place.process === process) place.isReady = answer?.status === 200;
      await sleep(askEveryMs);
    }
  });
  return {
    port: (server.address() as AddressInfo).port,
    replace(former, next) {
      const place = places.find(({ process }) => process === former);
      if (place) Object.assign(place, { process: next, isReady: true });
    },
    async close() {
      isClosed = true;
      await Promise.all(asking);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  to: { port: number; agent: Agent },
): void {
  const { method, url: path, headers } = incoming;
  const call = request({ host: '127.0.0.1', ...to, method, path, headers }, (answer) => {
    const { connection: _hop, ...rest } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, rest);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  call.on('error', () => outgoing.destroy());
  incoming.pipe(call);
}

/** What is asked of any of the processes: pages, the provider, reads and saves. Everything is answered 200. */
export type Traffic = {
  next(number: number): HttpCall;
  /** Ids of the entries that were sent. */
  saved: string[];
  /** Fresh tokens, before the former die. */
  renew(process: ProductProcess): Promise<void>;
};

/** Between two requests of one asker, which stays below the limits of its sessions so. */
const pauseMs = 10;

export type RestartTally = {
  requests: number;
  restarts: number;
  /** What came back otherwise than asked for, or not at all. */
  failures: string[];
};

/**
 * Asks through a balancer without a pause while the processes are restarted one after the other by SIGTERM, until both the
 * restarts are done and enough was asked.
 */
export async function askThroughRestarts({
  processes,
  start,
  traffic,
  restarts,
  requests,
  askers = 4,
}: {
  processes: ProductProcess[];
  /** A new process in the place of one that ended. */
  start(former: ProductProcess): Promise<ProductProcess>;
  traffic: Traffic;
  restarts: number;
  requests: number;
  askers?: number;
}): Promise<RestartTally> {
  const balancer = await startBalancer(processes);
  const agent = new Agent({ keepAlive: true });
  const tally: RestartTally = { requests: 0, restarts: 0, failures: [] };
  const isDone = () => tally.restarts === restarts && tally.requests >= requests;
  const ask = async () => {
    while (!isDone() && tally.failures.length < 20) {
      const call = traffic.next(tally.requests);
      tally.requests += 1;
      const answer = await sendHttp(balancer.port, { ...call, agent }).catch((error: Error) => error);
      if (answer instanceof Error || answer.status !== 200) tally.failures.push(describe(call, answer));
      await sleep(pauseMs);
    }
  };
  const restart = async () => {
    while (tally.restarts < restarts) {
      const former = processes[tally.restarts % processes.length] as ProductProcess;
      const { code } = await former.stop();
      if (code !== 0) tally.failures.push(`a process ended with code ${code}`);
      const next = await start(former);
      processes[tally.restarts % processes.length] = next;
      balancer.replace(former, next);
      await traffic.renew(next);
      tally.restarts += 1;
    }
  };
  try {
    await Promise.all([restart(), ...Array.from({ length: askers }, ask)]);
  } finally {
    agent.destroy();
    await balancer.close();
  }
  return tally;
}

function describe({ method, path }: HttpCall, answer: HttpAnswer | Error): string {
  const found = answer instanceof Error ? String(answer) : `${answer.status} ${answer.text.slice(0, 300)}`;
  return `${method} ${path}: ${found}`;
}
