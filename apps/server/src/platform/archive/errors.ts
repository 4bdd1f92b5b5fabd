/** Why an archive cannot be written or read. */
export type ArchiveErrorCode =
  | 'unusable'
  | 'other_database'
  | 'other_key'
  | 'unfinished'
  | 'damaged'
  | 'different'
  | 'missing'
  | 'out_of_reach';

/** A failure of the archive, meant for whoever runs this: the message is the whole help. */
export class ArchiveError extends Error {
  readonly code: ArchiveErrorCode;

  constructor(code: ArchiveErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ArchiveError';
    this.code = code;
  }
}
