import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  add: 'Tätigkeit hinzufügen',
  edit: 'Tätigkeit bearbeiten',
  billable: 'In der Regel abrechenbar',
  everywhere: 'In allen Projekten',
  empty: 'Noch keine Tätigkeiten',
  emptyText: 'Tätigkeiten sagen, welche Art von Arbeit es war: Gestaltung, Entwicklung, Reise.',
};
