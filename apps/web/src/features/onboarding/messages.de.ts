import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  region: {
    title: 'Wo sollen Ihre Daten liegen?',
    text: 'Alles, was im Arbeitsbereich aufgezeichnet wird, liegt in dieser Region und bleibt dort.',
    label: 'Datenregion',
    next: 'Weiter',
    meaning: { us: 'Server in den Vereinigten Staaten', eu: 'Server in der Europäischen Union' },
  },
  create: {
    title: 'Arbeitsbereich anlegen',
    name: 'Name des Arbeitsbereichs',
    namePlaceholder: 'Harbour Studio',
    address: 'Adresse',
    addressHint: 'Kleinbuchstaben, Ziffern und Bindestriche.',
    checking: 'Es wird nachgesehen, ob sie frei ist …',
    free: 'Diese Adresse ist frei.',
    problems: {
      empty: 'Die Adresse fehlt. Geben Sie eine ein.',
      tooLong: 'Die Adresse ist zu lang. Nehmen Sie höchstens 63 Zeichen.',
      format: 'Nehmen Sie Kleinbuchstaben, Ziffern und einzelne Bindestriche.',
      reserved: 'Diese Adresse ist vorbehalten. Wählen Sie eine andere.',
      taken: 'Diese Adresse ist vergeben. Wählen Sie eine andere.',
    },
    nameMissing: 'Geben Sie dem Arbeitsbereich einen Namen.',
    suggestions: 'Frei:',
    region: (name) => `Datenregion: ${name}`,
    changeRegion: 'Ändern',
    submit: 'Arbeitsbereich anlegen',
    creating: 'Der Arbeitsbereich wird angelegt …',
  },
  welcome: {
    title: (name) => `${name} ist bereit`,
    text: 'Drei Dinge für den Anfang. Jedes davon kann warten.',
    hour: 'Die erste Stunde eintragen',
    hourText: 'Öffnen Sie diese Woche und fügen Sie eine Zeile hinzu.',
    project: 'Ein Projekt hinzufügen',
    projectText: 'Mit Kunde und Tätigkeiten, wenn Sie mögen.',
    invite: 'Das Team einladen',
    inviteText: 'Alle bekommen einen Link per E-Mail.',
    open: 'Arbeitsbereich öffnen',
  },
  invite: {
    title: (workspace) => `${workspace} beitreten`,
    text: (inviter, role) => `${inviter} hat Sie eingeladen. Ihre Rolle: ${role}.`,
    for: (email) => `Die Einladung gilt für ${email}.`,
    accept: 'Dem Arbeitsbereich beitreten',
    gone: 'Diese Einladung ist nicht mehr offen',
    goneText: 'Sie wurde benutzt, zurückgenommen oder ist älter als sieben Tage. Bitten Sie um eine neue.',
  },
  verification: {
    verifiedTitle: 'Ihre E-Mail-Adresse ist bestätigt',
    verifiedText: 'Es kann weitergehen.',
    next: 'Weiter',
    expiredTitle: 'Dieser Link ist abgelaufen',
    expiredText: 'Links gehen einmal und nur kurze Zeit. Melden Sie sich an und fordern Sie einen neuen an.',
    expiredVerifiedText:
      'Dieser Link wurde schon benutzt, und Ihre E-Mail-Adresse ist bestätigt. Melden Sie sich an, um weiterzugehen.',
    waitingTitle: 'Bestätigen Sie Ihre E-Mail-Adresse',
    waitingSignedOut:
      'Bei der Registrierung haben wir Ihnen einen Link geschickt. Öffnen Sie ihn, um Ihre Adresse zu bestätigen, oder melden Sie sich für einen neuen an.',
    waitingText: (email) =>
      `Wir haben einen Link an ${email} geschickt. Öffnen Sie ihn, um Ihre Adresse zu bestätigen.`,
    resend: 'Neuen Link senden',
    resent: 'E-Mail noch einmal gesendet.',
    later: 'Vorerst weiter',
  },
  choose: 'Arbeitsbereich wählen',
};
