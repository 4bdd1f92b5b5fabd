/** What a table program takes for a formula, and some take even behind blanks or in full width. */
const FORMULA = /^[\s\0]*[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20]/;

/**
 * A text for a cell of a file that people open in a table program: what would be a formula there is text behind a quote.
 *
 * @example guardFormula('=1+1') // "'=1+1"
 */
export function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
