import type { Language } from '@stint/domain/language.ts';

/** The words of the mail about a budget. */
type Words = {
  subject(project: string, percent: string): string;
  text(project: string, percent: string): string;
  label: string;
  footnote(workspace: string): string;
};

/** What it says, in the language of whoever manages the project. */
export const budgetMailWords: Record<Language, Words> = {
  en: {
    subject: (project, percent) => `${project} has used ${percent} % of its budget`,
    text: (project, percent) => `The project ${project} has reached ${percent} % of its budget.`,
    label: 'Open the project',
    footnote: (workspace) => `You get this because you manage this project in ${workspace}.`,
  },
  de: {
    subject: (project, percent) => `${project} hat ${percent} % seines Budgets verbraucht`,
    text: (project, percent) => `Das Projekt ${project} hat ${percent} % seines Budgets erreicht.`,
    label: 'Projekt öffnen',
    footnote: (workspace) => `Sie bekommen diese E-Mail, weil Sie dieses Projekt in ${workspace} leiten.`,
  },
};
