import type { Database, Queryable, Transaction, TransactionOptions } from '../database.ts';
import { Sql } from '../sql.ts';

/** What of a tenant a transaction changed; an empty key means anything of the topic. */
export type Change = { tenantId: string; topic: string; key: string };

/** The tenant of a change that was made outside of any: whoever keeps something of the topic forgets it for all. */
export const everyTenant = '00000000-0000-0000-0000-000000000000';

type Told = { topic: string; key: string };

/** A statement with what it changes, where its table alone would say too much. */
class ToldSql extends Sql {
  readonly told: readonly Told[];
  constructor({ strings, values }: Sql, told: readonly Told[]) {
    super(strings, values);
    this.told = told;
  }
}

/** Says what very things of a topic a statement changes, besides what it says already. */
export function changing(topic: string, keys: readonly string[], statement: Sql): Sql {
  const before = statement instanceof ToldSql ? statement.told : [];
  return new ToldSql(statement, [...before, ...keys.map((key) => ({ topic, key }))]);
}

/** Says that nobody keeps what a statement changes. */
export function unseen(statement: Sql): Sql {
  return new ToldSql(statement, []);
}

export type Recording = {
  /** The topic of each table that somebody keeps something of, by its full name. */
  topics: Readonly<Record<string, string>>;
  /** What follows the words of a write that changes nothing of what is kept, such as the time of the last use. */
  unseen?: RegExp;
  /**
   * Stores the changes in their transaction, for other processes. Where absent, this process alone hears of them.
   * @returns the id of that transaction
   */
  store?(tx: Queryable, changes: readonly Change[]): Promise<string>;
  /** The transaction was committed. */
  committed(changes: readonly Change[], transactionId: string): void;
};

/** Beyond so many things of one topic in a transaction, all of the topic is told. */
const mostKeys = 50;

/**
 * A database whose transactions say by themselves what they change: each statement that writes a table with a topic is
 * told, by its annotation or else as all of the topic, and one row per change goes out with the commit. So no write can
 * be forgotten, and a rolled back one tells nothing.
 */
export function recordChanges(database: Database, recording: Recording): Database {
  const { store } = recording;
  const topicsOf = topicsByText(recording);
  const toldBy = (statement: Sql): readonly Told[] => {
    if (statement instanceof ToldSql) return statement.told;
    const [start = ''] = statement.strings ?? [statement.text];
    return isRead.test(start) ? [] : topicsOf(statement.text);
  };

  /** The work with its statements noted, and what sends the notes with its commit. */
  function record<T>(
    tenantId: string,
    work: (tx: Transaction) => Promise<T>,
    options: TransactionOptions = {},
  ): [work: (tx: Transaction) => Promise<T>, options: TransactionOptions] {
    let told: Told[] = [];
    let stored: { changes: Change[]; transactionId: string } | null = null;
    const noted = (tx: Transaction) => {
      // A repeated try begins anew.
      [told, stored] = [[], null];
      tx.afterCommit(() => {
        if (!stored) return;
        recording.committed(stored.changes, stored.transactionId);
        options.afterWrite?.(stored.transactionId);
      });
      return work({ ...tx, ...notingEach(tx, (statement) => void told.push(...toldBy(statement))) });
    };
    const withCommit = (tx: Queryable) => {
      if (told.length === 0) return null;
      const changes = distinct(tenantId, told);
      if (!store) stored = { changes, transactionId: '' };
      return (
        store?.(tx, changes).then((transactionId) => {
          stored = { changes, transactionId };
        }) ?? null
      );
    };
    return [noted, { ...options, withCommit }];
  }

  const recorded: Database = {
    ...database,
    ...throughTransaction(database),
    transaction: (work, options) => database.transaction(...record(everyTenant, work, options)),
    withTenant: (tenantId, work, options) =>
      options?.readOnly
        ? database.withTenant(tenantId, work, options)
        : database.withTenant(tenantId, ...record(tenantId, work, options)),
    tenantRows: (tenantId, statement, options) =>
      toldBy(statement).length === 0
        ? database.tenantRows(tenantId, statement, options)
        : recorded.withTenant(tenantId, (tx) => tx.rows(statement, options)),
  };
  /** A single statement is its own transaction: nothing is to be told with it where nothing is stored. */
  function alone(statement: Sql, run: () => Promise<never>): Promise<never> {
    const told = toldBy(statement);
    if (told.length === 0) return run();
    return run().then((answer) => {
      recording.committed(distinct(everyTenant, told), '');
      return answer;
    });
  }
  function throughTransaction(plain: Queryable): Queryable {
    const through =
      <Name extends keyof Queryable>(name: Name) =>
      (statement: Sql, options?: object) =>
        store && toldBy(statement).length > 0
          ? recorded.transaction((tx) => tx[name](statement, options) as Promise<never>)
          : alone(statement, () => plain[name](statement, options) as Promise<never>);
    return { rows: through('rows'), maybeOne: through('maybeOne'), one: through('one'), run: through('run') };
  }
  return recorded;
}

function notingEach(tx: Queryable, note: (statement: Sql) => void): Queryable {
  const noted =
    <Name extends keyof Queryable>(name: Name) =>
    (statement: Sql, options?: object) => {
      note(statement);
      return tx[name](statement, options) as Promise<never>;
    };
  return { rows: noted('rows'), maybeOne: noted('maybeOne'), one: noted('one'), run: noted('run') };
}

const written = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?(\w+\.\w+)/gi;
/** Most statements: their text, which is put together anew each time, need not be looked at. */
const isRead = /^\s*select\b/i;
const mostTexts = 5000;

/** Topics of the tables that a text writes; most texts come again and again. */
function topicsByText({ topics, unseen: isUnseen }: Recording): (text: string) => readonly Told[] {
  const known = new Map<string, readonly Told[]>();
  return (text) => {
    const seen = known.get(text);
    if (seen) return seen;
    const found = [...text.matchAll(written)].flatMap(({ 0: words, 1: table = '', index }) =>
      isUnseen?.test(text.slice(index + words.length)) ? [] : (topics[table.toLowerCase()] ?? []),
    );
    const told = [...new Set(found)].map((topic) => ({ topic, key: '' }));
    if (known.size < mostTexts) known.set(text, told);
    return told;
  };
}

function distinct(tenantId: string, told: readonly Told[]): Change[] {
  const byTopic = new Map<string, Set<string>>();
  for (const { topic, key } of told) byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(key));
  return [...byTopic].flatMap(([topic, keys]) => {
    const isAll = keys.has('') || keys.size > mostKeys;
    return (isAll ? [''] : [...keys]).map((key) => ({ tenantId, topic, key }));
  });
}
