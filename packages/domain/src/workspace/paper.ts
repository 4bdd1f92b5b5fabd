export type Paper = 'A4' | 'Letter';

/** Where what is printed goes on US Letter: Canada, the United States and most of Latin America; the rest of the world has A4. */
const LETTER = /^(?:America\/|US\/|Canada\/|Pacific\/Honolulu$)/;

/** The paper of an office, by its time zone: how numbers are written says nothing of it where nobody has chosen that. */
export function paperOf(timeZone: string): Paper {
  return LETTER.test(timeZone) ? 'Letter' : 'A4';
}
