import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { createClient, type DatabaseAddress } from '../../platform/connections.ts';
import { statementName } from '../../platform/sql.ts';

export type Cell = string | number | boolean | null | Date | readonly (string | number)[];

/** Rows by COPY as the owner, tens of thousands a second. */
export type Copier = {
  rows(table: string, columns: readonly string[], rows: Iterable<readonly Cell[]>): Promise<number>;
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
};

/** Runs work in one transaction on a connection of the owner. */
export function withCopier<T>(owner: DatabaseAddress, work: (copier: Copier) => Promise<T>): Promise<T> {
  return withCopiers(owner, (inTransaction) => inTransaction(work));
}

/** Runs the work of a transaction. */
export type InTransaction = <T>(work: (copier: Copier) => Promise<T>) => Promise<T>;

/**
 * Runs work that has its transactions one after the other on a connection of the owner.
 * @param settings of the connection
 */
export async function withCopiers<T>(
  owner: DatabaseAddress,
  work: (inTransaction: InTransaction) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const client = createClient(owner);
  await client.connect();
  try {
    for (const [name, value] of Object.entries(settings))
      await client.query('select set_config($1, $2, false)', [name, value]);
    const copier = createCopier(client);
    return await work(async (inside) => {
      await client.query('begin');
      const result = await inside(copier);
      await client.query('commit');
      return result;
    });
  } finally {
    await client.end();
  }
}

function createCopier(client: pg.Client): Copier {
  return {
    async rows(table, columns, rows) {
      const stream = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`));
      let count = 0;
      let chunk = '';
      for (const row of rows) {
        chunk += `${row.map(cellText).join('\t')}\n`;
        count += 1;
        if (chunk.length < 64 * 1024) continue;
        if (!stream.write(chunk)) await once(stream, 'drain');
        chunk = '';
      }
      stream.end(chunk);
      await finished(stream);
      return count;
    },
    async query<Row>(text: string, values?: unknown[]) {
      // What is asked with values is asked for many workspaces: planned once.
      const statement = values ? { name: statementName(text), text, values } : { text };
      return (await client.query(statement)).rows as Row[];
    },
  };
}

/** One value in COPY's text form (PostgreSQL, COPY, "Text Format"). */
function cellText(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'string') return escapeText(cell);
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  if (cell instanceof Date) return cell.toISOString();
  return escapeText(`{${cell.map((item) => JSON.stringify(String(item))).join(',')}}`);
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapeText(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);
}
