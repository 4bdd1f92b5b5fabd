import { AppError } from '@stint/domain/errors.ts';

/** The refusal of one field of a provider's settings, which says what to enter. */
export function invalidField(field: string, message: string): AppError {
  const fields = [{ code: 'validation_failed', message, field }];
  return new AppError('validation_failed', { message, fields, type: 'bad_request_error' });
}
