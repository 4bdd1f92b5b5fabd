import { language } from '../messages/language.ts';

const number = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `82.5`, in German `82,5`: what shares are shown with. */
export function oneDecimal(value: number): string {
  return number.format(value);
}
