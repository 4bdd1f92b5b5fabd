import { channel } from 'node:diagnostics_channel';
import type pg from 'pg';

/** A connection in use by a transaction, until that is over. */
export type Held = { readonly pool: pg.Pool; isOver: boolean };

/**
 * The work of each transaction runs with the connection that it holds, for who listens: the tests find work that waits for a
 * second one of its pool (`testing/one-connection.ts`). Where such work holds all of them, none of it can go on.
 */
export const transactions = channel('stint:transaction');
