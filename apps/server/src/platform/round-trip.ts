import pg from 'pg';

/** A column of an answer and how its text becomes a value. */
type Column = { name: string; parse: (text: string) => unknown };

/** What is used of the driver's connection and query; not in its types. */
type Connection = {
  submittedNamedStatements: Record<string, string>;
  stream: { writable: boolean; write(bytes: Buffer): boolean };
  parse(statement: { text: string; name?: string | undefined }): void;
  bind(portal: { values?: unknown[] }): void;
  describe(what: object): void;
  execute(portal: object): void;
  sync(): void;
};
type DriverQuery = {
  name?: string | undefined;
  text: string;
  hasBeenParsed(connection: Connection): boolean;
  prepare(connection: Connection): void;
};
const DriverQuery = pg.Query as unknown as new (config: pg.QueryConfig) => DriverQuery;

/** Columns of named statements: a prepared statement never changes them, so that they are asked for once. */
const described = new Map<string, Column[]>();
const maxDescribed = 1000;

/**
 * Runs a statement between `before` and `commit` in one write and one answer: three queries of the driver would be three
 * writes and three answers, which cost more than a short statement itself. After an error the server
 * skips the rest; the caller rolls back.
 */
export function roundTrip<Row>(
  client: pg.ClientBase,
  before: readonly string[],
  statement: pg.QueryConfig,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const query = new RoundTrip(before, statement, (error, rows) =>
      error === null ? resolve(rows as Row[]) : reject(error),
    );
    client.query(query as unknown as pg.Submittable);
  });
}

type Done = (error: unknown, rows: Record<string, unknown>[]) => void;

class RoundTrip extends DriverQuery {
  readonly callback: Done;
  readonly #before: readonly string[];
  readonly #rows: Record<string, unknown>[] = [];
  #columns: Column[];
  #failure: unknown = null;

  constructor(before: readonly string[], statement: pg.QueryConfig, done: Done) {
    super(statement);
    this.callback = done;
    this.#before = before;
    this.#columns = described.get(this.name ?? '') ?? [];
  }

  /** The statement is prepared before the transaction begins, so that the first `ParseComplete` is its own. */
  submit(connection: Connection): null {
    const batch = collect(connection, this.#columns.length > 0);
    if (this.name && !this.hasBeenParsed(connection)) {
      batch.parse({ name: this.name, text: this.text });
      connection.submittedNamedStatements[this.name] = this.text;
    }
    for (const text of this.#before) runPlain(batch, text);
    this.prepare(batch);
    if (connection.stream.writable) connection.stream.write(Buffer.concat(batch.parts));
    return null;
  }

  /** Where the driver would run the statement and end the batch. */
  _getRows(batch: Connection): void {
    batch.execute({});
    runPlain(batch, 'commit');
    batch.sync();
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text') as Column['parse'],
    }));
    if (this.name && described.size < maxDescribed) described.set(this.name, this.#columns);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      const row: Record<string, unknown> = {};
      this.#columns.forEach(({ name, parse }, at) => {
        const text = fields[at] ?? null;
        row[name] = text === null ? null : parse(text);
      });
      this.#rows.push(row);
    } catch (error) {
      this.#failure ??= error;
    }
  }

  handleCommandComplete(): void {}

  handleError(error: unknown): void {
    this.callback(error, []);
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure, this.#rows);
  }
}

function runPlain(batch: Connection, text: string): void {
  batch.parse({ text });
  batch.bind({});
  batch.execute({});
}

/** A connection that keeps what it would send, without asking for columns that are known. */
function collect(connection: Connection, knowsColumns: boolean): Connection & { parts: Buffer[] } {
  const parts: Buffer[] = [];
  const batch = Object.create(connection) as Connection & { parts: Buffer[]; _send(bytes: Buffer): void };
  batch.parts = parts;
  batch._send = (bytes) => void parts.push(bytes);
  if (knowsColumns) batch.describe = () => {};
  return batch;
}
