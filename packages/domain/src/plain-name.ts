/**
 * A name that somebody wrote, for the subject or a sentence of a mail: one line, at most 64 characters, and nothing that a
 * mail program would turn into a link.
 */
export function plainName(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\b(?:https?:\/\/|www\.)/gi, '')
    .replace(/(?<=\w)\.(?=\w)/g, '\u2024')
    .trim()
    .slice(0, 64);
}
