import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  status: {
    trial: 'Testphase',
    active: 'Aktiv',
    past_due: 'Zahlung fällig',
    inactive: 'Nicht aktiv',
  },
  trialEnds: (date) => `Die Testphase endet am ${date}.`,
  periodEnds: (date) => `Bezahlt bis ${date}.`,
  renews: (date) => `Verlängert sich am ${date}.`,
  graceEnds: (date) => `Ab ${date} ruht das Schreiben, wenn die Zahlung nicht eingeht.`,
  inactive: 'Das Schreiben ruht. Lesen und Exportieren bleiben offen.',
  off: 'Diese Installation läuft ohne Abrechnung. Jeder Arbeitsbereich ist aktiv.',
  none: 'In dieser Installation ist kein Zahlungsdienst eingerichtet.',
  confirming: 'Ihre Zahlung wird bestätigt. Diese Seite zeigt, wenn es so weit ist.',
  seats: 'Belegte Plätze',
  plans: 'Tarife',
  askOwner: 'Das Abonnement kann nur jemand mit Inhaberrechten ändern. Fragen Sie:',
  subscribe: 'Abonnieren',
  manage: 'Abonnement verwalten',
  simulated: 'Testmodus: Zahlungen werden hier nur nachgestellt, nichts wird abgebucht.',
  pay: 'Zahlung nachstellen',
  fail: 'Gescheiterte Zahlung nachstellen',
  cancel: 'Kündigung nachstellen',
  end: 'Ende nachstellen',
};
