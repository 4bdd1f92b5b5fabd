import type { stepUp as english } from './step-up.ts';
import type { Translation } from './translation.ts';

export const stepUp: Translation<typeof english> = {
  title: 'Bestätigen Sie, dass Sie es sind',
  text: 'Ihre Anmeldung liegt mehr als zehn Minuten zurück. Danach geht es da weiter, wo Sie waren.',
  factorTitle: 'Noch ein Schritt',
  factorText:
    'Wer das von anderen verlangt, hat es selbst bestanden. Danach geht es da weiter, wo Sie waren.',
  nothing:
    'Zum Bestätigen ist kein Weg eingerichtet. Melden Sie sich ab und wieder an, und tun Sie es innerhalb von zehn Minuten.',
};
