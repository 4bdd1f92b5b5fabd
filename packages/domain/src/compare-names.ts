/** What may stand in a name, in the order of the Unicode collation (CLDR root); letters come after all of it. */
const MARKS = ` _-,;:!?.'"()[]{}@*/\\&#%\`^+<=>|~$0123456789`;

const isPlain = (text: string) => /^[ -~]*$/.test(text);

/**
 * The order of names, as a reader of English or German expects it. Plain letters are compared without the collation of the
 * browser: the first use of that loads its tables, which cost more than any other function in front of the first cell of a week.
 */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  if (!isPlain(a) || !isPlain(b)) return a.localeCompare(b, 'en');
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const order = weight(a, at) - weight(b, at);
    if (order !== 0) return Math.sign(order);
  }
  if (a.length !== b.length) return Math.sign(a.length - b.length);
  // The same but for capitals: a small letter comes first.
  return a > b ? -1 : 1;
}

function weight(text: string, at: number): number {
  const letter = text.charCodeAt(at) | 0x20;
  const isLetter = letter >= 0x61 && letter <= 0x7a && /[a-z]/i.test(text.charAt(at));
  return isLetter ? MARKS.length + letter : MARKS.indexOf(text.charAt(at));
}
