import type { Formats } from '@stint/domain/workspace/formats.ts';
import { raw } from '../../platform/sql.ts';

/** What a workspace has set of how it writes: a column of `app.tenant t`, read as `Formats`. */
export const formatsOf = raw(`jsonb_build_object('dateFormat', t.date_format, 'timeFormat', t.time_format,
  'numberFormat', t.number_format, 'durationFormat', t.duration_format, 'decimalReading', t.decimal_reading)`);

export type WithFormats = { formats: Formats };
