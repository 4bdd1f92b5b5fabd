import { guardFormula } from '@stint/domain/workspace/formula-guard.ts';

/** One line of a table for spreadsheets (RFC 4180); a text that would be a formula stays a text. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = guardFormula(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
