import { lackingFields } from '@stint/domain/time/lacking.ts';
import { text } from './messages.ts';
import type { Cell } from './sheet.ts';

/** What the workspace asks for and the entries of a cell lack, in words; null where nothing is missing. */
export function lackOf({ entries }: Cell, required: readonly string[]): string | null {
  const fields = new Set(entries.flatMap((entry) => lackingFields(entry, required)));
  return fields.size > 0 ? Array.from(fields, (field) => text.lacks[field]).join(', ') : null;
}
