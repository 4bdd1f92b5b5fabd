import pg from 'pg';
import type { Sql } from './sql.ts';

/** PostgreSQL's binary form of COPY: signature, flags and the length of what may follow them. */
const HEADER = 19;

/** Most answers that are read so are larger than half of it. */
const FIRST_ROOM = 2 ** 19;

/**
 * The rows of a select as bytes, by COPY in its binary form: an ordinary answer has bytes in hexadecimal, which is twice as long,
 * and the driver reads it as text. Numbers are big-endian; a column of text is its UTF-8.
 */
export class CopyQuery extends pg.Query {
  #bytes = Buffer.alloc(0);
  #length = 0;

  /** @param statement a select whose values are texts and lists of them */
  constructor(statement: Sql, patience: { query_timeout?: number }) {
    super(`copy (${inlined(statement)}) to stdout (format binary)`);
    Object.assign(this, patience);
  }

  /** Of the driver, which uses the memory of a chunk again. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length, FIRST_ROOM));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, this.#length);
    this.#length = length;
  }

  /** The fields of each row; null as in SQL. `rows` is another thing of the driver. */
  allRows(): (Buffer | null)[][] {
    const bytes = this.#bytes;
    const rows: (Buffer | null)[][] = [];
    let at = HEADER + bytes.readInt32BE(HEADER - 4);
    for (let fields = bytes.readInt16BE(at); fields >= 0; fields = bytes.readInt16BE(at)) {
      at += 2;
      const row: (Buffer | null)[] = [];
      for (let field = 0; field < fields; field++) {
        const length = bytes.readInt32BE(at);
        at += 4;
        row.push(length < 0 ? null : bytes.subarray(at, at + length));
        at += Math.max(0, length);
      }
      rows.push(row);
    }
    return rows;
  }
}

/** COPY takes no parameters, so values are written as literals. */
function inlined({ strings, values }: Sql): string {
  return strings.reduce((text, next, at) => `${text}${literal(values[at - 1])}${next}`);
}

function literal(value: unknown): string {
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.length === 0 ? "'{}'" : `array[${value.map((each) => pg.escapeLiteral(each)).join(', ')}]`;
  throw new TypeError(`a value that is no text cannot be copied by: ${typeof value}`);
}
