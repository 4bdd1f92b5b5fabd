/** First and last name of a full one: what stands before the last word is the first name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().slice(0, 200).split(/\s+/);
  if (words.length < 2) return { firstName: words[0] || 'Owner', lastName: '' };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}
