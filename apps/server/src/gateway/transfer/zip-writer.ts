import { Zip, ZipDeflate } from 'fflate';
import type { PartWriter } from '../long-work/parts.ts';

const encoder = new TextEncoder();

/** Writes a zip piece by piece; what is ready is handed over at once. */
export class ZipWriter {
  readonly #zip: Zip;
  readonly #target: Pick<PartWriter, 'write'>;
  #waiting: Uint8Array[] = [];
  #failure: Error | null = null;
  #entry: ZipDeflate | null = null;

  constructor(target: Pick<PartWriter, 'write'>) {
    this.#target = target;
    this.#zip = new Zip((error, chunk) => {
      if (error) this.#failure = error;
      this.#waiting.push(chunk);
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
    await this.#flush();
  }

  /** Ends the last file and the zip. */
  async end(): Promise<void> {
    this.#entry?.push(new Uint8Array(0), true);
    this.#zip.end();
    await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#failure) throw this.#failure;
    for (const chunk of this.#waiting.splice(0)) await this.#target.write(chunk);
  }
}
