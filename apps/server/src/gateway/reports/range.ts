import { fieldError, requireDate } from '../shared/sql-json.ts';

/** @throws AppError `date_invalid`, `validation_failed` where it ends before it begins */
export function requireRange({ from, to }: { from: string; to: string }): void {
  requireDate(from, 'from');
  if (requireDate(to, 'to') < from)
    throw fieldError('validation_failed', 'to', 'The range ends before it begins. Choose a later end.');
}
