import { AppError } from '@stint/domain/errors.ts';
import { isPlainDate, type PlainDate } from '@stint/domain/time/plain-date.ts';
import { changing } from '../../platform/change-feed/record.ts';
import type { Queryable } from '../../platform/database.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';

/** An instant column inside JSON: ISO 8601 with its offset, which is UTC on every connection of ours. */
export function iso(column: string): Sql {
  return raw(column);
}

/** `hoursFromMinutes` of a minutes column, as the text of an expression: decimal hours to four places. */
export function hours(column: string): string {
  return `round(${column} * 10000::float8 / 60) / 10000`;
}

/** Rises with every change of names or settings; validators of answers that show names depend on it. */
export function bumpCatalog(tx: Queryable, tenantId: string): Promise<number> {
  return tx.run(
    changing(
      'catalog',
      [''],
      sql`update app.tenant set catalog_version = catalog_version + 1 where tenant_id = ${tenantId}`,
    ),
  );
}

/** @throws AppError `date_invalid` for a date that does not exist */
export function requireDate(text: string, field: string): PlainDate {
  if (isPlainDate(text)) return text;
  throw new AppError('date_invalid', {
    fields: [{ code: 'date_invalid', message: `${text} is not a date.`, field }],
  });
}

/** One refusal of one field. */
export function fieldError(
  code:
    | 'reference_invalid'
    | 'hours_invalid'
    | 'validation_failed'
    | 'date_invalid'
    | 'week_end_invalid'
    | 'file_invalid',
  field: string,
  message: string,
): AppError {
  return new AppError(code, { message, fields: [{ code, message, field }] });
}
