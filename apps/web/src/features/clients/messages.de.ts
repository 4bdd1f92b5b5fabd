import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  add: 'Kunden hinzufügen',
  edit: 'Kunden bearbeiten',
  contact: 'Ansprechperson',
  email: 'E-Mail',
  projects: 'Projekte',
  notes: 'Notizen',
  empty: 'Noch keine Kunden',
  emptyText: 'Für Kunden werden Projekte gemacht.',
};
