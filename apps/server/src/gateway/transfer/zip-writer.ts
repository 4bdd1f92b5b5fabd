import { Zip, ZipDeflate } from 'fflate';

const encoder = new TextEncoder();

/** Writes a zip piece by piece; whole parts of a size are handed over as they fill. */
export class ZipWriter {
  readonly #zip: Zip;
  readonly #partBytes: number;
  readonly #store: (part: number, bytes: Uint8Array) => Promise<void>;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #parts = 0;
  #failure: Error | null = null;
  #entry: ZipDeflate | null = null;
  /** Bytes handed over so far. */
  size = 0;

  constructor(partBytes: number, store: (part: number, bytes: Uint8Array) => Promise<void>) {
    this.#partBytes = partBytes;
    this.#store = store;
    this.#zip = new Zip((error, chunk) => {
      if (error) this.#failure = error;
      this.#waiting.push(chunk);
      this.#waitingBytes += chunk.length;
    });
  }

  /** Begins the next file; the one before is ended. */
  startFile(name: string): void {
    this.#entry?.push(new Uint8Array(0), true);
    this.#entry = new ZipDeflate(name, { level: 6 });
    this.#zip.add(this.#entry);
  }

  /** Adds text to the current file. */
  async write(text: string): Promise<void> {
    this.#entry?.push(encoder.encode(text), false);
    await this.#flush(false);
  }

  /** Ends the last file and the zip. */
  async end(): Promise<void> {
    this.#entry?.push(new Uint8Array(0), true);
    this.#zip.end();
    await this.#flush(true);
  }

  async #flush(isLast: boolean): Promise<void> {
    if (this.#failure) throw this.#failure;
    while (this.#waitingBytes >= this.#partBytes || (isLast && this.#waitingBytes > 0)) {
      const all = Buffer.concat(this.#waiting);
      const part = all.subarray(0, this.#partBytes);
      const rest = all.subarray(part.length);
      this.#waiting = rest.length > 0 ? [rest] : [];
      this.#waitingBytes = rest.length;
      this.size += part.length;
      await this.#store(this.#parts++, part);
    }
  }
}
