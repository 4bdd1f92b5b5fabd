import type { prices as english } from './prices.ts';
import type { Translation } from './translation.ts';

export const prices: Translation<typeof english> = {
  preview: ({ hours, entries, before, after }) =>
    `Das ändert ${hours} offene Stunden: ${before} → ${after}. ${entries === 1 ? 'Es ist ein Eintrag' : `Es sind ${entries} Einträge`}.`,
  locked: (hours) => `${hours} dieser Stunden liegen im gesperrten Zeitraum.`,
  nothing: 'Bei offener Zeit ändert sich kein Betrag.',
  approvedKept: (hours, amount) => `${hours} genehmigte Stunden behalten ihren Wert: ${amount}.`,
  noMoney: 'nichts',
};
