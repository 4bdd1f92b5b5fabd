import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  add: 'Tätigkeit hinzufügen',
  edit: 'Tätigkeit bearbeiten',
  billable: 'In der Regel abrechenbar',
  everywhere: 'In allen Projekten',
  used: 'Einträge in diesem Jahr',
  unused: 'Dieses Jahr ungenutzt',
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  moved: (name) => `${name} ist verschoben.`,
  mergePreview: (entries, hours, approved) =>
    `${entries === 1 ? 'Ein Eintrag zieht' : `${entries} Einträge ziehen`} um. Insgesamt sind ${hours} Stunden aufgezeichnet; ${approved} genehmigte Einträge bleiben, wie sie genehmigt wurden.`,
  empty: 'Noch keine Tätigkeiten',
  emptyText: 'Tätigkeiten sagen, welche Art von Arbeit es war: Gestaltung, Entwicklung, Reise.',
};
