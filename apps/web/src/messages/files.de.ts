import type { files as english } from './files.ts';
import type { Translation } from './translation.ts';

export const files: Translation<typeof english> = {
  title: 'Ihre Dateien',
  text: 'Dateien bleiben zwei Tage. Niemand sonst sieht sie.',
  none: 'Noch ist nichts da. Ein Bericht als Datei oder ein ganzer Arbeitsbereich erscheint hier.',
  loading: 'Ihre Dateien werden geladen …',
  kinds: {
    export: 'Der ganze Arbeitsbereich',
    import: 'Der Arbeitsbereich wird aus einer Datei gefüllt',
    report: 'Bericht',
    entries: 'Stunden aus einer Datei',
    undo: 'Ein Import wird zurückgenommen',
  },
  queued: 'Wartet, bis die Reihe daran ist',
  running: (done, total) => `${done} von ${total}`,
  started: 'In Arbeit …',
  done: (size) => size,
  gone: 'Nicht mehr da',
  failed: 'Hat nicht geklappt',
  cancelled: 'Abgebrochen',
  cancel: 'Abbrechen',
  cancelOf: (name) => `${name} abbrechen`,
  save: 'Herunterladen',
  saveOf: (name) => `${name} herunterladen`,
  progressOf: (name) => `Fortschritt von ${name}`,
};
