import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/** Of the driver, not in its types: whose answer is being read. Answers come in the order of their statements. */
type Reading = { _getActiveQuery(): { text?: string } | null };

/**
 * What Citus tells of its work for a statement; what opens and ends a transaction on a worker is none of it, nor what the
 * coordinator does with the tables that lie on it alone.
 */
const TASK = /^issuing (?:select|with|insert|update|delete|copy|create|drop|alter)\b/i;
const OPENING = /assign_distributed_transaction_id/;

/** A reference table lies on every server, so that changing it is work for each of them. */
const CHANGES_REFERENCE = /\b(?:insert into|update|delete from) app\.workspace_directory\b/;

/** As the check of the SQL knows it: a statement that is meant for every workspace says so. */
const FOR_ALL_TENANTS = /all tenants:\s*\S+/i;

/** Where the routes of a run are kept with what they asked of a cluster. */
const TASKS = 'route-tasks.jsonl';

/** A statement of several tasks that was sent on behalf of a route; that a route was asked at all is a note of none. */
export type RouteTasks = { route: string; tasks: number; statement: string };

const asking = new AsyncLocalStorage<string>();

/** Of this process; some send nothing, and stand in the notes all the same. */
const askedRoutes = new Set<string>();

/** Statements of a request are those of its route, through every wait. */
export function attributeToRoutes(app: FastifyInstance): void {
  const within = ({ method, routeOptions }: Asked, _reply: unknown, done: () => void) => {
    const route = `${method} ${(routeOptions.url ?? '').replace(/^\/api/, '')}`;
    askedRoutes.add(route);
    asking.run(route, done);
  };
  app.addHook('onRequest', within);
  // A body that came over a socket was read outside of it.
  app.addHook('preValidation', within);
}

type Asked = { method: string; routeOptions: { url?: string | undefined } };

export type TaskWatch = {
  /** Statements for which more than one server was asked; each once. */
  spread(): string[];
  /** What routes sent in several tasks. */
  routes(): RouteTasks[];
};

/**
 * Counts the tasks of every statement that a pool sends and the servers they went to, on a cluster whose logins have
 * `citus.log_remote_commands` on: the coordinator then says each command that it sends on.
 */
export function watchTasks(pool: pg.Pool): TaskWatch {
  const asked = new WeakMap<object, { servers: Set<string>; tasks: number }>();
  const spread = new Set<string>();
  const mostTasks = new Map<string, number>();
  const sentBy = new Map<string, Set<string>>();
  pool.on('connect', (client) => {
    noteRoutes(client, sentBy);
    client.on('notice', ({ message = '', detail = '' }) => {
      if (!TASK.test(message) || OPENING.test(message)) return;
      const query = (client as unknown as Reading)._getActiveQuery();
      if (!query) return;
      const { servers, tasks } = asked.get(query) ?? { servers: new Set(), tasks: 0 };
      servers.add(detail.replace(/ connectionId: .*/, ''));
      asked.set(query, { servers, tasks: tasks + 1 });
      const text = query.text ?? '';
      if (CHANGES_REFERENCE.test(text) || FOR_ALL_TENANTS.test(text)) return;
      mostTasks.set(text, Math.max(mostTasks.get(text) ?? 0, tasks + 1));
      if (servers.size > 1) spread.add(text.trim());
    });
  });
  const severalOf = (route: string, texts: Set<string>): RouteTasks[] =>
    [...texts]
      .map((text) => ({ route, tasks: mostTasks.get(text) ?? 0, statement: text.trim() }))
      .filter(({ tasks }) => tasks > 1);
  return {
    spread: () => [...spread],
    routes: () => [...sentBy].flatMap(([route, texts]) => severalOf(route, texts)),
  };
}

function noteRoutes(client: pg.PoolClient, sentBy: Map<string, Set<string>>): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  Object.assign(client, {
    query: (first: string | { text: string }, ...more: unknown[]) => {
      const route = asking.getStore();
      if (route !== undefined) {
        const text = typeof first === 'string' ? first : first.text;
        sentBy.set(route, (sentBy.get(route) ?? new Set()).add(text));
      }
      return query(first, ...more);
    },
  });
}

/** Tells the run of `npm test`: at the end of its stage no route may be missing (`tasks-of-routes.ts`). */
export function noteTasks(watch: TaskWatch): void {
  const directory = process.env.STINT_TEST_DIR;
  if (!directory) return;
  const asked = [...askedRoutes].map((route): RouteTasks => ({ route, tasks: 0, statement: '' }));
  const lines = [...asked, ...watch.routes()].map((note) => `${JSON.stringify(note)}\n`);
  appendFileSync(join(directory, TASKS), lines.join(''));
}
