import type { Language } from '@stint/domain/language.ts';

/** The words of the mail to owners before old time is removed. */
type Words = {
  subject(workspace: string, begins: string): string;
  /** The same a week before. */
  reminder(workspace: string, begins: string): string;
  who(person: string | null, workspace: string, months: number): string;
  what(begins: string, until: string): string;
  how: string;
  entries: string;
  hours: string;
  label: string;
  footnote(workspace: string): string;
};

const english: Words = {
  subject: (workspace, begins) => `Old time of ${workspace} is removed from ${begins} on`,
  reminder: (workspace, begins) => `In a week old time of ${workspace} is removed: from ${begins} on`,
  who: (person, workspace, months) =>
    `${person ?? 'An owner'} has set that ${workspace} keeps recorded time for ${months} months.`,
  what: (begins, until) =>
    `From ${begins} on, older weeks are removed for good, with their approvals: on the first day those up to ${until}.`,
  how: 'Until then it can be taken back, and everything can be exported, in the settings.',
  entries: 'Entries that go on the first day',
  hours: 'Hours in them',
  label: 'Look at it',
  footnote: (workspace) => `You get this because you are an owner of ${workspace}.`,
};

const german: Words = {
  subject: (workspace, begins) => `Ab ${begins} wird alte Zeit von ${workspace} entfernt`,
  reminder: (workspace, begins) => `In einer Woche wird alte Zeit von ${workspace} entfernt: ab ${begins}`,
  who: (person, workspace, months) =>
    `${person ?? 'Ein Eigentümer'} hat festgelegt, dass ${workspace} erfasste Zeit ${months} Monate behält.`,
  what: (begins, until) =>
    `Ab ${begins} werden ältere Wochen mit ihren Genehmigungen endgültig entfernt: am ersten Tag die bis ${until}.`,
  how: 'Bis dahin lässt es sich in den Einstellungen zurücknehmen und alles exportieren.',
  entries: 'Einträge, die am ersten Tag gehen',
  hours: 'Stunden darin',
  label: 'Ansehen',
  footnote: (workspace) => `Sie bekommen diese E-Mail, weil Sie ${workspace} besitzen.`,
};

/** What it says, in the language of the owner. */
export const noticeWords: Record<Language, Words> = { en: english, de: german };
