import type { ErrorCode } from '@stint/domain/errors.ts';
import type { Language } from '@stint/domain/language.ts';

type Links = readonly (readonly [path: string, label: string])[];

/** What public pages say around their content. */
export type PublicWords = {
  skip: string;
  main: string;
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
    heads: readonly [project: string, total: string, day: string];
    rows: readonly (readonly [project: string, detail: string])[];
    billable: readonly [word: string, percent: string];
    nonBillable: readonly [word: string, percent: string];
  };
};

const english: PublicWords = {
  skip: 'Skip to content',
  main: 'Main',
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
    rows: [
      ['Harbour website', 'Acme › Design'],
      ['Ferry app', 'Northline › Development'],
      ['Internal', 'Planning'],
    ],
    billable: ['Billable', '86.8%'],
    nonBillable: ['Non-billable', '13.2%'],
  },
};

const german: PublicWords = {
  skip: 'Zum Inhalt',
  main: 'Seiten',
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
    rows: [
      ['Website Hafen', 'Acme › Gestaltung'],
      ['Fähren-App', 'Northline › Entwicklung'],
      ['Intern', 'Planung'],
    ],
    billable: ['Abrechenbar', '86,8 %'],
    nonBillable: ['Nicht abrechenbar', '13,2 %'],
  },
};

export const publicWords: Record<Language, PublicWords> = { en: english, de: german };
