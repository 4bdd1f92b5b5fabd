import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  add: 'Kunden hinzufügen',
  edit: 'Kunden bearbeiten',
  contact: 'Ansprechperson',
  email: 'E-Mail',
  projects: 'Projekte',
  notes: 'Notizen',
  mergePreview: (projects, hours, name) =>
    `${projects === 1 ? 'Ein Projekt' : `${projects} Projekte`} mit ${hours} Stunden ziehen um. ${name} wird archiviert.`,
  empty: 'Noch keine Kunden',
  emptyText: 'Für Kunden werden Projekte gemacht.',
};
