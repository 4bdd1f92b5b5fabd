/**
 * The zip of a whole workspace: `manifest.json` and one `tables/{name}.jsonl` for each table, one JSON object a line with
 * the column names of the database, parents before children (docs/workspace-zip.md).
 */
export const formatName = 'stint-workspace';
export const formatVersion = 1;

export type Totals = { entries: number; minutes: number; billableMinutes: number };

export type Manifest = {
  format: typeof formatName;
  formatVersion: number;
  /** Newest migration of the database it came from. */
  schemaVersion: number;
  exportedAt: string;
  workspace: { tenantID: string; name: string; slug: string; regionCode: string };
  totals: Totals;
  tables: { name: string; file: string; columns: string[]; rows: number }[];
  leftOut: string[];
};

/** What does not travel: secrets, payment, what belongs to one installation alone, sums that are made anew. */
export const leftOut: ReadonlySet<string> = new Set([
  'subscription',
  'personal_token',
  'calendar_feed',
  'event_feed',
  'hidden_event',
  'webhook',
  'webhook_delivery',
  'invitation',
  'workspace_transfer',
  'transfer_part',
  'import_part',
  'import_refusal',
  'span_total',
  'span_week',
  'span_change',
  'packed_week',
  // Agreed on by the owners of one place: time that is brought to another is kept there.
  'retention',
  // Written anew by us, which what a file holds is not.
  'workspace_logo',
]);

/** Columns that are secrets or belong to the address of a workspace; they stay out of the file. */
export const leftOutColumns: Readonly<Record<string, readonly string[]>> = {
  tenant: [
    'public_id',
    'name',
    'slug',
    'region_code',
    'status',
    'created_by',
    'created_at',
    'archived_at',
    'delete_after',
    'version',
  ],
  saved_report: ['share_hash', 'share_expires_at', 'share_columns', 'schedule', 'scheduled_for'],
};

export function tableFile(name: string): string {
  return `tables/${name}.jsonl`;
}
