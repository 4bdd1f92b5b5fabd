import { holdBack } from './platform/connections.ts';
import type { Database } from './platform/database.ts';
import { isOutage } from './platform/database-errors.ts';

/** A region whose database was away at the start, or is there again. */
export type RegionEvent = { region: string; error: unknown };

/** A region, and what makes its database fit to be asked: migrations, and a look at its logins. */
export type Intake = {
  code: string;
  name: string;
  database: Database;
  queue: Database;
  /** @throws what is wrong with the database, or that it is away */
  prepare(): Promise<void>;
};

export type TellRegion = (event: RegionEvent) => void;

/** A server that was started again is taken up this soon. */
const againMs = 2000;

/** True of a failure that ends by itself when the server comes back. */
export function isAway(error: unknown): boolean {
  return isOutage(error) || (error instanceof Error && error.cause !== undefined && isAway(error.cause));
}

/**
 * Takes up a region whose database is away as soon as it can be prepared; nobody is let through to it before. What else is
 * wrong with it then keeps it back as well, and is told each time it changes.
 * @param error why it was not taken up at the start
 */
export function takeUpLater(region: Intake, error: unknown, tell: TellRegion): { stop(): Promise<void> } {
  const reason = `the data region ${region.name} has not been taken up since the start`;
  const letThrough = [region.database, region.queue].map(({ pool }) => holdBack(pool, reason));
  let [told, isStopped] = [messageOf(error), false];
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();
  tell({ region: region.code, error });

  async function tryAgain(): Promise<void> {
    try {
      await region.prepare();
      for (const open of letThrough) open();
      tell({ region: region.code, error: null });
    } catch (failure) {
      if (!isAway(failure) && messageOf(failure) !== told) {
        told = messageOf(failure);
        tell({ region: region.code, error: failure });
      }
      plan();
    }
  }
  function plan(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      underWay = tryAgain();
    }, againMs).unref();
  }
  plan();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
