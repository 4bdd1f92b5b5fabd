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
  somebodyElse:
    'In diesem Browser ist jetzt eine andere Person angemeldet. Von dieser Seite wird nichts in ihrem Namen gesendet. Melden Sie sich in einem anderen Tab wieder an, um hier weiterzumachen, oder öffnen Sie die Seite als diese Person.',
  openAsNow: 'Als diese Person öffnen',
  offline: 'Es gibt keine Verbindung zum Server. Was Sie eingegeben haben, bleibt erhalten.',
  unauthorized: 'Sie haben keinen Zugang zu dieser Seite. Melden Sie sich mit einem Konto an, das ihn hat.',
};
