import { AppError } from '@stint/domain/errors.ts';

const maxDepth = 32;
const maxItems = 1000;

/**
 * Refuses JSON that no part of the product takes (security 11): NUL, lone surrogates, more than 32 levels, lists of
 * more than 1000 items.
 * @throws AppError `validation_failed`, `too_many_items`
 */
export function checkJsonValue(value: unknown, field = '', depth = 0): void {
  if (typeof value === 'string') checkText(value, field);
  if (value === null || typeof value !== 'object') return;
  if (depth >= maxDepth) throw refused('The body is nested too deeply.', field);
  if (Array.isArray(value) && value.length > maxItems) throw new AppError('too_many_items');
  for (const [key, item] of Object.entries(value)) {
    checkText(key, field);
    checkJsonValue(item, field ? `${field}.${key}` : key, depth + 1);
  }
}

function checkText(text: string, field: string): void {
  if (text.includes('\u0000') || !text.isWellFormed()) {
    throw refused('The text has characters that cannot be stored.', field);
  }
}

function refused(message: string, field: string): AppError {
  return new AppError('validation_failed', {
    message,
    fields: [{ code: 'validation_failed', message, field }],
  });
}
