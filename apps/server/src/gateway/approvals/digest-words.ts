import type { Language } from '@stint/domain/language.ts';

/** The words of the weekly digest. */
type Words = {
  subject(waiting: number, missing: number): string;
  line(name: string, week: string, hours: string): string;
  more(count: number): string;
  waiting: string;
  nothingWaits: string;
  missing(week: string, names: string): string;
  label: string;
  footnote(workspace: string): string;
};

const english: Words = {
  subject: (waiting, missing) =>
    `${waiting === 1 ? '1 week waits' : `${waiting} weeks wait`} for you, ${missing} ${missing === 1 ? 'is' : 'are'} not submitted`,
  line: (name, week, hours) => `${name}, week to ${week}: ${hours}`,
  more: (count) => `and ${count} more`,
  waiting: 'Waiting for your decision:',
  nothingWaits: 'No week waits for your decision.',
  missing: (week, names) => `Not submitted for the week to ${week}: ${names}.`,
  label: 'Open approvals',
  footnote: (workspace) => `You get this once a week because you decide on timesheets in ${workspace}.`,
};

const german: Words = {
  subject: (waiting, missing) =>
    `${waiting === 1 ? '1 Woche wartet' : `${waiting} Wochen warten`} auf Sie, ${missing} ${missing === 1 ? 'ist' : 'sind'} nicht eingereicht`,
  line: (name, week, hours) => `${name}, Woche bis ${week}: ${hours}`,
  more: (count) => `und ${count} weitere`,
  waiting: 'Auf Ihre Entscheidung warten:',
  nothingWaits: 'Keine Woche wartet auf Ihre Entscheidung.',
  missing: (week, names) => `Für die Woche bis ${week} nicht eingereicht: ${names}.`,
  label: 'Genehmigungen öffnen',
  footnote: (workspace) =>
    `Sie bekommen diese E-Mail einmal in der Woche, weil Sie in ${workspace} über Stundenzettel entscheiden.`,
};

/** What the digest says, in the language of whoever decides. */
export const digestWords: Record<Language, Words> = { en: english, de: german };
