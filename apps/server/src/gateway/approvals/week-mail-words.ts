import type { Language } from '@stint/domain/language.ts';

/** What happened to a week. */
export type WeekMailKind = 'submitted' | 'approved' | 'disapproved' | 'reopened' | 'reminder';

/** Who and how much, as the mail names it. */
export type WeekMailFacts = {
  workspace: string;
  personName: string;
  actorName: string | null;
  /** As the workspace writes them. */
  hours: string;
};

/** The words of one mail; `week` is the week's last day as the workspace writes it. */
type Words = {
  subject(facts: WeekMailFacts, week: string): string;
  body(facts: WeekMailFacts, week: string, reason: string | null): string[];
  label: string;
};

type Catalogue = {
  mails: Record<WeekMailKind, Words>;
  footnote(workspace: string): string;
};

const english: Catalogue = {
  mails: {
    submitted: {
      subject: ({ personName }, week) => `${personName} submitted the week to ${week}`,
      body: ({ personName, hours }, week) => [
        `${personName} submitted ${hours} hours for the week to ${week}.`,
      ],
      label: 'Look at the week',
    },
    approved: {
      subject: (_, week) => `Your week to ${week} was approved`,
      body: ({ actorName, hours }, week) => [
        `${actorName ?? 'Somebody'} approved your ${hours} hours for the week to ${week}.`,
      ],
      label: 'Open your timesheet',
    },
    disapproved: {
      subject: (_, week) => `Your week to ${week} was disapproved`,
      body: ({ actorName }, week, reason) => [
        `${actorName ?? 'Somebody'} disapproved your week to ${week}:`,
        reason ?? 'No reason was given.',
        'Correct the marked lines and resubmit it.',
      ],
      label: 'Correct the week',
    },
    reopened: {
      subject: (_, week) => `Your week to ${week} was reopened`,
      body: ({ actorName }, week, reason) =>
        [`${actorName ?? 'Somebody'} reopened your approved week to ${week}:`, reason ?? ''].filter(Boolean),
      label: 'Open your timesheet',
    },
    reminder: {
      subject: (_, week) => `Please submit your week to ${week}`,
      body: ({ hours }, week) => [`Your week to ${week} has ${hours} hours and is not submitted yet.`],
      label: 'Open your timesheet',
    },
  },
  footnote: (workspace) => `You get this because you are a member of ${workspace}.`,
};

const german: Catalogue = {
  mails: {
    submitted: {
      subject: ({ personName }, week) => `${personName} hat die Woche bis ${week} eingereicht`,
      body: ({ personName, hours }, week) => [
        `${personName} hat ${hours} Stunden für die Woche bis ${week} eingereicht.`,
      ],
      label: 'Woche ansehen',
    },
    approved: {
      subject: (_, week) => `Ihre Woche bis ${week} ist genehmigt`,
      body: ({ actorName, hours }, week) => [
        `${actorName ?? 'Jemand'} hat Ihre ${hours} Stunden für die Woche bis ${week} genehmigt.`,
      ],
      label: 'Stundenzettel öffnen',
    },
    disapproved: {
      subject: (_, week) => `Ihre Woche bis ${week} wurde zurückgewiesen`,
      body: ({ actorName }, week, reason) => [
        `${actorName ?? 'Jemand'} hat Ihre Woche bis ${week} zurückgewiesen:`,
        reason ?? 'Ein Grund wurde nicht genannt.',
        'Berichtigen Sie die markierten Zeilen, und reichen Sie die Woche erneut ein.',
      ],
      label: 'Woche berichtigen',
    },
    reopened: {
      subject: (_, week) => `Ihre Woche bis ${week} ist wieder geöffnet`,
      body: ({ actorName }, week, reason) =>
        [
          `${actorName ?? 'Jemand'} hat Ihre genehmigte Woche bis ${week} wieder geöffnet:`,
          reason ?? '',
        ].filter(Boolean),
      label: 'Stundenzettel öffnen',
    },
    reminder: {
      subject: (_, week) => `Bitte reichen Sie Ihre Woche bis ${week} ein`,
      body: ({ hours }, week) => [
        `Ihre Woche bis ${week} hat ${hours} Stunden und ist noch nicht eingereicht.`,
      ],
      label: 'Stundenzettel öffnen',
    },
  },
  footnote: (workspace) => `Sie bekommen diese E-Mail, weil Sie zu ${workspace} gehören.`,
};

/** What each event says, in the language of whoever gets it. */
export const weekMailWords: Record<Language, Catalogue> = { en: english, de: german };
