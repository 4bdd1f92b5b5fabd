import type { FastifyInstance } from 'fastify';
import type { Handler, Periodic } from '../../platform/queue/work.ts';
import type { AuthContext } from '../context.ts';
import type { AuthHandlers } from '../mechanisms/access/handlers.ts';
import type { JobHandlers } from '../mechanisms/jobs/jobs.ts';

/** Table, time column, and how many milliseconds a row is kept after that time. */
export type Kept = readonly [table: string, column: string, milliseconds: number];

type Pages = (app: FastifyInstance, context: AuthContext) => void;

/** Everything that a feature adds to the provider. */
export type Feature = {
  /** Handlers of its rows of the route table. */
  handlers?: (context: AuthContext) => Partial<AuthHandlers>;
  /** Pages outside of the table, which browsers come to. */
  pages?: Pages;
  /** Pages that other sites send people to, by an address or by a form. */
  formPages?: Pages;
  /** What does its jobs, by their kind. */
  jobs?: JobHandlers<AuthContext>;
  /** What does its jobs on the queue, by their kind. */
  queued?: (context: AuthContext) => Record<string, Handler>;
  /** Jobs on the queue that call strangers: they may take their time, and have slots of their own. */
  deliveries?: (context: AuthContext) => Record<string, Handler>;
  /** What comes round on the queue, once for all processes. */
  planned?: (context: AuthContext) => Periodic[];
  /** What comes round every five minutes; repeatable. */
  periodic?: readonly ((context: AuthContext) => Promise<void>)[];
  /** Its rows that are of no use after a time. */
  kept?: readonly Kept[];
};
