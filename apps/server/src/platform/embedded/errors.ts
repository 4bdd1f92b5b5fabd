/** Why the embedded database cannot run here; each has a message that says what to do. */
export type EmbeddedPostgresErrorCode =
  | 'no_binaries'
  | 'cannot_run'
  | 'locked'
  | 'foreign_owner'
  | 'not_a_cluster'
  | 'version_mismatch'
  | 'init_failed'
  | 'start_failed';

/** A failure of the launcher, meant for the person who starts the product: the message is the whole help. */
export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
    this.code = code;
  }
}

/** Ends every message of this module where one's own server is the way out. */
export const OWN_SERVER_HINT =
  'To use a PostgreSQL server of your own instead, set IDENTITY_DATABASE_URL and the GATEWAY_*_DATABASE_URLs.';
