/** A text as it is compared with others: whatever its capitals, its spaces (also those that do not break) and its forms of letters. */
export function plainOf(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
