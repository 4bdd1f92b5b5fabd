import type { Language } from '@stint/domain/language.ts';

/** The language of these texts; a build in another one takes its files instead (decision 010). */
export const language: Language = 'en';
