import type { Translation } from '../../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  lead: 'Wer in diesem Arbeitsbereich was getan hat, das Neueste zuerst.',
  who: 'Wer',
  anybody: 'Alle',
  what: 'Was',
  anything: 'Alles',
  from: 'Von',
  to: 'Bis',
  none: 'Nichts passt. Wählen Sie einen längeren Zeitraum oder weniger Filter.',
  csv: 'Als CSV speichern',
  saved: (count) => `${count} Ereignisse sind gespeichert.`,
  cut: (count) =>
    `Die ersten ${count} Ereignisse stehen in der Datei. Wählen Sie für die anderen einen kürzeren Zeitraum.`,
  older: 'Ältere',
  newer: 'Neuere',
  fileName: (slug) => `${slug}-protokoll.csv`,
  columns: ['Wann', 'Wer', 'Art', 'Was', 'Ding', 'Aktion', 'Vorher', 'Nachher', 'Anfrage'],
  entities: {
    project: 'Projekte',
    client: 'Kunden',
    activity: 'Tätigkeiten',
    tag: 'Schlagwörter',
    teamMember: 'Personen',
    rate: 'Sätze',
    week: 'Wochen',
    entry: 'Einträge',
    workspace: 'Arbeitsbereich',
    webhook: 'Webhooks',
    token: 'Zugangsschlüssel',
    invitation: 'Einladungen',
  },
};
