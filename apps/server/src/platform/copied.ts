import pg from 'pg';
import type { Sql } from './sql.ts';

/** PostgreSQL's binary form of COPY: signature, flags and the length of what may follow them. */
const HEADER = 19;

/** Most answers that are read so are larger than half of it. */
const FIRST_ROOM = 2 ** 19;

/**
 * Memory for the bytes of one answer after the other, which is read before the next one is asked for. An answer that came too late
 * writes no more: the driver closes its connection.
 */
export type Room = { bytes: Buffer };

export const newRoom = (): Room => ({ bytes: Buffer.alloc(0) });

/**
 * The rows of a select as bytes, by COPY in its binary form: an ordinary answer has bytes in hexadecimal, which is twice as long,
 * and the driver reads it as text. Numbers are big-endian; a column of text is its UTF-8.
 */
export class CopyQuery extends pg.Query {
  readonly #room: Room;
  #length = 0;

  /**
   * @param statement a select whose values are texts, lists of them, and true or false
   * @param room one of its own where absent
   */
  constructor(statement: Sql, patience: { query_timeout?: number }, room = newRoom()) {
    super(`copy (${inlined(statement)}) to stdout (format binary)`);
    Object.assign(this, patience);
    this.#room = room;
  }

  /** Of the driver, which uses the memory of a chunk again. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const length = this.#length + chunk.length;
    const { bytes } = this.#room;
    if (length > bytes.length) {
      this.#room.bytes = Buffer.allocUnsafe(Math.max(length, 2 * bytes.length, FIRST_ROOM));
      bytes.copy(this.#room.bytes, 0, 0, this.#length);
    }
    chunk.copy(this.#room.bytes, this.#length);
    this.#length = length;
  }

  copied(): Copied {
    return new Copied(this.#room.bytes);
  }
}

/** The rows of such an answer, gone through row after row, and of each its fields in their order. */
export class Copied {
  readonly bytes: Buffer;
  /** Where the field begins, and how long it is; below zero where it is null. */
  start = 0;
  length = 0;
  /** Of the row, those that were not gone to yet. */
  #left = 0;
  #next = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.rewind();
  }

  /** The first row is the next one. */
  rewind(): void {
    this.#left = 0;
    this.#next = HEADER + this.bytes.readInt32BE(HEADER - 4);
  }

  /** Goes to the next row. @returns whether there is one */
  nextRow(): boolean {
    while (this.#left > 0) this.nextField();
    this.#left = this.bytes.readInt16BE(this.#next);
    this.#next += 2;
    return this.#left >= 0;
  }

  /** Goes to the next field of the row. @returns whether it is something */
  nextField(): boolean {
    this.#left -= 1;
    this.length = this.bytes.readInt32BE(this.#next);
    this.start = this.#next + 4;
    this.#next = this.start + Math.max(0, this.length);
    return this.length >= 0;
  }

  /** The next field as an int or a date, which is one of days; zero for null. */
  int(): number {
    return this.nextField() ? this.bytes.readInt32BE(this.start) : 0;
  }

  text(): string | null {
    return this.nextField() ? this.bytes.toString('utf8', this.start, this.start + this.length) : null;
  }

  /** A timestamptz, to the millisecond. */
  instant(): Date | null {
    if (!this.nextField()) return null;
    const microseconds =
      this.bytes.readInt32BE(this.start) * 2 ** 32 + this.bytes.readUInt32BE(this.start + 4);
    return new Date(ZERO_MS + Math.floor(microseconds / 1000));
  }

  /** Puts the bytes of the next field elsewhere; nothing for null. */
  copyTo(target: Buffer, at: number): void {
    if (this.nextField()) this.bytes.copy(target, at, this.start, this.start + this.length);
  }

  /** All rows; null as in SQL. */
  all(): (Buffer | null)[][] {
    const rows: (Buffer | null)[][] = [];
    while (this.nextRow()) {
      const row: (Buffer | null)[] = [];
      while (this.#left > 0)
        row.push(this.nextField() ? this.bytes.subarray(this.start, this.start + this.length) : null);
      rows.push(row);
    }
    return rows;
  }
}

const dayMs = 24 * 60 * 60_000;
/** PostgreSQL counts days and microseconds from here. */
const ZERO_MS = Date.UTC(2000, 0, 1);

/** The date that such an answer has as a number of days. */
export function dateOfDays(days: number): string {
  return new Date(ZERO_MS + days * dayMs).toISOString().slice(0, 10);
}

/** COPY takes no parameters, so values are written as literals. */
function inlined({ strings, values }: Sql): string {
  return strings.reduce((text, next, at) => `${text}${literal(values[at - 1])}${next}`);
}

function literal(value: unknown): string {
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.length === 0 ? "'{}'" : `array[${value.map((each) => pg.escapeLiteral(each)).join(', ')}]`;
  throw new TypeError(`a value that is no text cannot be copied by: ${typeof value}`);
}
