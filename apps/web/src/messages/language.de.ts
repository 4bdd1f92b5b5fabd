import type { Language } from '@stint/domain/language.ts';

export const language: Language = 'de';
