import type { errors as english } from './errors.ts';
import type { Translation } from './translation.ts';

export const errors: Translation<typeof english> = {
  title: 'Ein Fehler ist aufgetreten',
  text: 'Die Anwendung hat einen Fehler bemerkt. Mit „Seite neu laden“ kommen Sie auf die Seite zurück, auf der Sie vorher waren.',
  reload: 'Seite neu laden',
  details: 'Einzelheiten',
  stackTrace: 'Aufrufliste',
  componentStack: 'Liste der Bausteine',
  problem: 'Die Anfrage ist fehlgeschlagen',
  tryAgain: 'Bitte versuchen Sie es noch einmal.',
  region: 'Die Region war nicht zu ermitteln',
  subdomain: 'Die Adresse des Arbeitsbereichs fehlt',
  signedOut:
    'Sie wurden abgemeldet. Was Sie eingegeben haben, ist noch da: melden Sie sich in einem anderen Tab an, und machen Sie dann weiter.',
  signInElsewhere: 'In einem neuen Tab anmelden',
  offline: 'Es gibt keine Verbindung zum Server. Was Sie eingegeben haben, bleibt erhalten.',
  requestId: (id) => `Nummer der Anfrage: ${id}`,
  unauthorized: 'Sie haben keinen Zugang zu dieser Seite. Melden Sie sich mit einem Konto an, das ihn hat.',
};
