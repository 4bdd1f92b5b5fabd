import type { ErrorCode } from '@stint/domain/errors.ts';
import type { Language } from '@stint/domain/language.ts';
import type { ContactWords } from './contact-form.ts';

type Links = readonly (readonly [path: string, label: string])[];

/** What public pages say around their content. */
export type PublicWords = {
  skip: string;
  main: string;
  menu: string;
  top: Links;
  foot: readonly (readonly [heading: string, links: Links])[];
  colorMode: string;
  signIn: string;
  signUp: string;
  license: string;
  /** Around the link to the outbox. */
  testMode: readonly [before: string, link: string];
  languages: string;
  toStint: string;
  /** What the first page says to people who were sent there, by the `error` in its address. */
  notices: Readonly<Record<string, string>>;
  errors: Partial<Record<ErrorCode, { title: string; text: string }>>;
  week: {
    label: string;
    range: string;
    saved: string;
    days: readonly string[];
    today: string;
    heads: readonly [project: string, total: string, day: string];
    rows: readonly (readonly [client: string, work: string])[];
    /** HTML. */
    billable: string;
  };
  contact: ContactWords;
};

const english: PublicWords = {
  skip: 'Skip to content',
  main: 'Main',
  menu: 'Menu',
  top: [
    ['/features', 'Features'],
    ['/plans-and-pricing', 'Plans and pricing'],
    ['/security', 'Security'],
    ['/about', 'About'],
  ],
  foot: [
    [
      'Product',
      [
        ['/features', 'Features'],
        ['/plans-and-pricing', 'Plans and pricing'],
        ['/comparison', 'Comparison'],
        ['/whats-new', 'What is new'],
        ['/security', 'Security'],
      ],
    ],
    [
      'Stint',
      [
        ['/about', 'About'],
        ['/contact-us', 'Contact'],
      ],
    ],
    [
      'Legal',
      [
        ['/privacy-policy', 'Privacy policy'],
        ['/terms-of-service', 'Terms of service'],
        ['/cancellation-and-refund-policy', 'Cancellation and refunds'],
      ],
    ],
  ],
  colorMode: 'Toggle color mode',
  signIn: 'Sign in',
  signUp: 'Sign up',
  license: 'Stint is open source under the Apache License 2.0.',
  testMode: ['Test mode: mail is kept in the', 'outbox'],
  languages: 'Language',
  toStint: 'Go to Stint',
  notices: {
    unauthorize_access: 'You do not have access to that page. Sign in with an account that does.',
  },
  errors: {
    not_found: {
      title: 'This page does not exist',
      text: 'The address may be mistyped, or the page has moved.',
    },
    unavailable: {
      title: 'Stint cannot be reached at the moment',
      text: 'Nothing that you saved is lost. Load this page again in a few seconds.',
    },
    misdirected: {
      title: 'No workspace answers at this address',
      text: 'Check the spelling of the address, or choose your workspace after signing in.',
    },
  },
  week: {
    label: 'A week in Stint: three projects, 38:00 hours, 86.8% billable',
    range: '16–20 Nov 2026',
    saved: 'Saved',
    days: ['Mon 16', 'Tue 17', 'Wed 18', 'Thu 19', 'Fri 20'],
    heads: ['Project', 'Total', 'Day'],
    today: 'Today',
    rows: [
      ['Acme', 'Harbour website · Design'],
      ['Northline', 'Ferry app · Development'],
      ['No client', 'Internal · Planning'],
    ],
    billable: '<b>33:00</b> of <b>38:00</b> billable (86.8 %) · 2:00 to go',
  },
  contact: {
    title: 'Write to us',
    name: 'Your name (optional)',
    email: 'Email address',
    message: 'Message',
    send: 'Send the message',
    leaveEmpty: 'Leave this empty',
    sentTitle: 'Your message is on its way',
    sentText: 'The people who run this installation answer to the address that you gave.',
    notYet: 'This was not sent yet. See below.',
    limited: 'Several messages came from your network just now. Wait ten minutes and send it again.',
    failed: 'The message could not be sent just now. Nothing of it is lost: send it again in a minute.',
    problems: {
      name: (most) => `A name has at most ${most} characters.`,
      email: 'Enter the address that the answer should go to.',
      short: 'Say in a sentence or two what it is about.',
      long: (most, length) => `A message has at most ${most} characters; this one has ${length}.`,
    },
  },
};

const german: PublicWords = {
  skip: 'Zum Inhalt',
  main: 'Seiten',
  menu: 'Menü',
  top: [
    ['/features', 'Funktionen'],
    ['/plans-and-pricing', 'Tarife und Preise'],
    ['/security', 'Sicherheit'],
    ['/about', 'Über Stint'],
  ],
  foot: [
    [
      'Produkt',
      [
        ['/features', 'Funktionen'],
        ['/plans-and-pricing', 'Tarife und Preise'],
        ['/comparison', 'Vergleich'],
        ['/whats-new', 'Was neu ist'],
        ['/security', 'Sicherheit'],
      ],
    ],
    [
      'Stint',
      [
        ['/about', 'Über Stint'],
        ['/contact-us', 'Kontakt'],
      ],
    ],
    [
      'Rechtliches',
      [
        ['/privacy-policy', 'Datenschutz'],
        ['/terms-of-service', 'Nutzungsbedingungen'],
        ['/cancellation-and-refund-policy', 'Kündigung und Erstattung'],
      ],
    ],
  ],
  colorMode: 'Farbmodus umschalten',
  signIn: 'Anmelden',
  signUp: 'Registrieren',
  license: 'Stint ist quelloffen unter der Apache-Lizenz 2.0.',
  testMode: ['Testbetrieb: E-Mails bleiben im', 'Postausgang'],
  languages: 'Sprache',
  toStint: 'Zu Stint',
  notices: {
    unauthorize_access:
      'Zu dieser Seite haben Sie keinen Zugang. Melden Sie sich mit einem Konto an, das ihn hat.',
  },
  errors: {
    not_found: {
      title: 'Diese Seite gibt es nicht',
      text: 'Vielleicht ist die Adresse vertippt, oder die Seite ist umgezogen.',
    },
    unavailable: {
      title: 'Stint ist gerade nicht erreichbar',
      text: 'Nichts Gespeichertes ist verloren. Laden Sie die Seite in ein paar Sekunden noch einmal.',
    },
    misdirected: {
      title: 'Unter dieser Adresse antwortet kein Arbeitsbereich',
      text: 'Prüfen Sie die Schreibweise der Adresse, oder wählen Sie Ihren Arbeitsbereich nach der Anmeldung.',
    },
  },
  week: {
    label: 'Eine Woche in Stint: drei Projekte, 38:00 Stunden, 86,8 % abrechenbar',
    range: '16.–20. Nov. 2026',
    saved: 'Gespeichert',
    days: ['Mo 16', 'Di 17', 'Mi 18', 'Do 19', 'Fr 20'],
    heads: ['Projekt', 'Summe', 'Tag'],
    today: 'Heute',
    rows: [
      ['Acme', 'Website Hafen · Gestaltung'],
      ['Northline', 'Fähren-App · Entwicklung'],
      ['Ohne Kunde', 'Intern · Planung'],
    ],
    billable: '<b>33:00</b> von <b>38:00</b> abrechenbar (86,8 %) · noch 2:00',
  },
  contact: {
    title: 'Schreiben Sie uns',
    name: 'Ihr Name (optional)',
    email: 'E-Mail-Adresse',
    message: 'Nachricht',
    send: 'Nachricht senden',
    leaveEmpty: 'Bitte frei lassen',
    sentTitle: 'Ihre Nachricht ist unterwegs',
    sentText: 'Wer diese Installation betreibt, antwortet an die Adresse, die Sie angegeben haben.',
    notYet: 'Das wurde noch nicht gesendet. Siehe unten.',
    limited:
      'Aus Ihrem Netz kamen gerade mehrere Nachrichten. Warten Sie zehn Minuten und senden Sie sie noch einmal.',
    failed:
      'Die Nachricht konnte gerade nicht gesendet werden. Nichts davon ist verloren: Senden Sie sie gleich noch einmal.',
    problems: {
      name: (most) => `Ein Name hat höchstens ${most} Zeichen.`,
      email: 'Geben Sie die Adresse an, an die die Antwort gehen soll.',
      short: 'Sagen Sie in ein, zwei Sätzen, worum es geht.',
      long: (most, length) => `Eine Nachricht hat höchstens ${most} Zeichen; diese hat ${length}.`,
    },
  },
};

export const publicWords: Record<Language, PublicWords> = { en: english, de: german };
