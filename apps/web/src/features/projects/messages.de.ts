import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  add: 'Projekt hinzufügen',
  edit: 'Projekt bearbeiten',
  client: 'Kunde',
  billable: 'Die Zeit ist abrechenbar',
  type: 'Projektart',
  manager: 'Leitung',
  mine: 'Meine',
  over: 'Über dem Budget',
  idle: (days) => `Seit ${days} Tagen keine Zeit`,
  month: 'Dieser Monat',
  total: 'Gesamt',
  budget: 'Budget verbraucht',
  percent: (percent) => `${percent} %`,
  inMoney: 'In Geld',
  last: 'Zuletzt gebucht',
  description: 'Beschreibung',
  duplicate: 'Duplizieren …',
  duplicateTitle: (name) => `${name} duplizieren`,
  duplicateText: 'Das neue Projekt hat dieselben Einstellungen, Personen und Tätigkeiten und keine Zeit.',
  copyOf: (name) => `${name} (Kopie)`,
  empty: 'Noch keine Projekte',
  emptyText: 'Ein Projekt sammelt die Zeit, die zusammengehört.',
};
