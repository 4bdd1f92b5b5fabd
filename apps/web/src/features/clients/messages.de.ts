import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  add: 'Kunden hinzufügen',
  edit: 'Kunden bearbeiten',
  contact: 'Ansprechperson',
  email: 'E-Mail',
  projects: 'Projekte',
  billable: 'Abrechenbar dieses Jahr',
  withoutProjects: 'Ohne Projekte',
  phone: 'Telefon',
  address: 'Adresse',
  taxNumber: 'Steuernummer',
  currency: 'Währung',
  currencyHint: (own) => `Drei Buchstaben. Leer: ${own}, wie der Arbeitsbereich.`,
  currencyWrong: 'Geben Sie drei Buchstaben wie EUR ein.',
  rate: (currency) => `Eine Stunde wird abgerechnet mit (${currency})`,
  rateHint: 'Wo ein Projekt keinen eigenen Satz hat, bis zum ersten Satz des Kunden nach Datum (Sätze).',
  rateWrong: 'Geben Sie einen Betrag wie 90 oder 90,50 ein.',
  notes: 'Notizen',
  mergePreview: (projects, hours, name) =>
    `${projects === 1 ? 'Ein Projekt' : `${projects} Projekte`} mit ${hours} Stunden ziehen um. ${name} wird archiviert.`,
  empty: 'Noch keine Kunden',
  emptyText: 'Für Kunden werden Projekte gemacht.',
};
