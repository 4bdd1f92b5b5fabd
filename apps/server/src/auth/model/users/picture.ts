import { AppError } from '@stint/domain/errors.ts';

/** An address of a picture, https or none (security 9). @throws AppError `validation_failed` */
export function pictureOf(image: string | null): string | null {
  if (image === null || image === '') return null;
  if (URL.canParse(image) && new URL(image).protocol === 'https:') return image;
  throw new AppError('validation_failed', { message: 'A picture needs an https address.' });
}
