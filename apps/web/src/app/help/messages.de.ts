import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  title: 'Hilfe',
  here: 'Auf dieser Seite',
  keys: 'Tastenkürzel',
  news: 'Was neu ist',
  contact: 'Fragen Sie uns',
  pages: {
    '/time':
      'Tippen Sie Stunden als 7:30, 7,5 oder 450m in die Woche; sie werden laufend gespeichert. Reichen Sie die Woche ein, wenn sie vollständig ist, oder starten Sie oben die Zeituhr: sie schreibt den Eintrag.',
    '/dashboard':
      'Was heute ansteht: Ihre Stunden neben den erwarteten, Wochen, die auf eine Entscheidung warten, und Budgets, die fast aufgebraucht sind. Jede Zahl führt zum Bericht dahinter.',
    '/approvals':
      'Wochen, die auf Ihre Entscheidung warten. Lesen Sie eine und genehmigen Sie sie, oder weisen Sie sie mit einem Grund zurück; unter „Nicht eingereicht“ erinnern Sie Personen.',
    '/reports':
      'Wählen Sie eine Zeit, wonach gruppiert wird und was wegbleibt. Der Satz über der Tabelle sagt, was Sie sehen; speichern, teilen oder exportieren Sie den Bericht.',
    '/projects':
      'Worauf Zeit aufgezeichnet wird. Ein Name führt zur Seite des Projekts mit Budget, Personen und Einstellungen; Filter und Reihenfolge stehen in der Adresse, sodass ein Link dasselbe zeigt.',
    '/clients':
      'Für wen Projekte gemacht werden. Der Kunde bestimmt, in welcher Währung abgerechnet wird, und mit welchem Satz, wo ein Projekt keinen hat.',
    '/activities':
      'Die Arten von Arbeit, aus denen gewählt wird, in dieser Reihenfolge. Ziehen Sie eine am Griff, oder führen Sie zwei zusammen, die dasselbe meinen.',
    '/team':
      'Die Personen dieses Arbeitsbereichs, was sie dürfen und wer ihre Wochen genehmigt. Ein Platzhalter meldet sich nicht an; seine Zeit kann später an ein Mitglied gehen.',
    '/settings':
      'Ihr Profil, das Aussehen und welche E-Mails Sie bekommen; darunter die Grundlagen des Arbeitsbereichs.',
    '/settings/rules':
      'Was für alle gilt: Genehmigung, was ein Eintrag braucht, welche Tage gesperrt sind, erwartete Stunden und Feiertage.',
    '/settings/programs':
      'Token für Skripte, die Adresse für Ihren Kalender und Webhooks, die anderen Programmen sagen, was hier geschieht.',
    '/settings/data':
      'Wie lange erfasste Zeit aufbewahrt wird, und die Wege hinein und hinaus. Bevor alte Zeit entfernt wird, erfahren es alle Eigentümer 30 Tage vorher.',
    '/settings/log':
      'Wer was wann geändert hat. Es wird 400 Tage aufbewahrt und kann nicht bearbeitet werden.',
    '/settings/import':
      'Holen Sie Zeit aus einem anderen Programm oder einer Tabelle. Sie sehen vorher, was angelegt wird, und können es 30 Tage lang zurücknehmen.',
    '/settings/sign-in':
      'Wie sich Personen dieses Arbeitsbereichs anmelden: Verfahren, zweiter Faktor und der eigene Anmeldedienst.',
    '/billing': 'Der Tarif, seine Plätze und Rechnungen. Lesen und Exportieren bleiben immer offen.',
    '/projects/$id':
      'Wie weit das Projekt ist, wer daran gearbeitet hat und womit es abgerechnet wird. Unter „Einstellungen“ setzen Sie Budget, Daten und Personen.',
    '/clients/$id':
      'Die Projekte eines Kunden, seine Stunden Monat für Monat, und was dieses Jahr abgerechnet werden kann.',
    '/activities/$id':
      'Die Stunden einer Tätigkeit Monat für Monat und ihre Sätze: Jeder gilt ab einem Tag und sagt vorher, was er ändert.',
    '/team/$id':
      'Die Stunden einer Person, ihre Wochen und Projekte. Sätze gelten ab einem Tag und sagen vorher, was sie ändern.',
  },
};
