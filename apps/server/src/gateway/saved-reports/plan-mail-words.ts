import type { Language } from '@stint/domain/language.ts';
import type { SharedColumn } from '@stint/domain/time/report.ts';
import type { PlanPeriod } from '@stint/domain/time/report-plan.ts';

type Words = {
  subject(name: string, from: string, to: string): string;
  lead(workspace: string, from: string, to: string): string;
  nothing: string;
  figures: Record<SharedColumn, string>;
  more(count: number): string;
  label: string;
  footnote(sender: string, workspace: string, every: PlanPeriod): string;
};

const english: Words = {
  subject: (name, from, to) => `${name}: ${range('en', from, to)}`,
  lead: (workspace, from, to) => `Time recorded in ${workspace}, ${range('en', from, to)}, as it stands now.`,
  nothing: 'No time was recorded in these days.',
  figures: { hours: 'Hours', rounded: 'Rounded hours', billable: 'Billable', amounts: 'Amount' },
  more: (count) => `and ${count} more in the report`,
  label: 'Open the report',
  footnote: (sender, workspace, every) =>
    `${sender} has ${workspace} send you this report ${{ day: 'every day', week: 'every week', month: 'every month' }[every]}.`,
};

const german: Words = {
  subject: (name, from, to) => `${name}: ${range('de', from, to)}`,
  lead: (workspace, from, to) => `In ${workspace} erfasste Zeit, ${range('de', from, to)}, Stand jetzt.`,
  nothing: 'In diesen Tagen wurde keine Zeit erfasst.',
  figures: { hours: 'Stunden', rounded: 'Gerundete Stunden', billable: 'Abrechenbar', amounts: 'Betrag' },
  more: (count) => `und ${count} weitere im Bericht`,
  label: 'Bericht öffnen',
  footnote: (sender, workspace, every) =>
    `${sender} lässt Ihnen diesen Bericht von ${workspace} ${{ day: 'jeden Tag', week: 'jede Woche', month: 'jeden Monat' }[every]} schicken.`,
};

function range(language: Language, from: string, to: string): string {
  if (from === to) return from;
  return language === 'de' ? `${from} bis ${to}` : `${from} to ${to}`;
}

/** What the mail of a report says, in the language of whoever gets it. */
export const planMailWords: Record<Language, Words> = { en: english, de: german };
