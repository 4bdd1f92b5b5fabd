import type { Language } from '@stint/domain/language.ts';
import type { Notification } from '@stint/domain/workspace/notifications.ts';
import type { Writer } from '@stint/domain/workspace/writer.ts';
import { digestWords } from '../approvals/digest-words.ts';
import { type WeekMailFacts, type WeekMailKind, weekMailWords } from '../approvals/week-mail-words.ts';
import { budgetMailWords } from '../budgets/mail-words.ts';

/** Of whom and of what a sample tells. */
export type SampleFacts = { workspace: string; personName: string; week: string; writer: Writer };

/** A mail of one kind as it comes, about things that nobody did. */
export type Sample = {
  subject: string;
  paragraphs: string[];
  label: string;
  /** Of the page that its button leads to. */
  path: string;
};

const MINUTES = 38 * 60 + 30;
const PERCENT = '80';

/** What each kind of mail looks like. */
export const samples: Record<Notification, (facts: SampleFacts, language: Language) => Sample> = {
  reminders: (facts, language) => weekSample('reminder', facts, language),
  weeks: (facts, language) => weekSample('approved', facts, language),
  digests: ({ personName, week, writer }, language) => {
    const date = writer.date(week);
    const words = digestWords[language];
    return {
      subject: words.subject(1, 1),
      paragraphs: [
        words.waiting,
        words.line(personName, date, writer.hours(MINUTES)),
        words.missing(date, personName),
      ],
      label: words.label,
      path: '/approvals',
    };
  },
  budgets: (_, language) => {
    const words = budgetMailWords[language];
    const project = SAMPLE_PROJECT[language];
    return {
      subject: words.subject(project, PERCENT),
      paragraphs: [words.text(project, PERCENT)],
      label: words.label,
      path: '/projects',
    };
  },
};

const SAMPLE_PROJECT: Record<Language, string> = { en: 'Sample project', de: 'Beispielprojekt' };

function weekSample(kind: WeekMailKind, facts: SampleFacts, language: Language): Sample {
  const { workspace, personName, week, writer } = facts;
  const date = writer.date(week);
  const of: WeekMailFacts = { workspace, personName, actorName: personName, hours: writer.hours(MINUTES) };
  const { subject, body, label } = weekMailWords[language].mails[kind];
  return {
    subject: subject(of, date),
    paragraphs: body(of, date, null),
    label,
    path: `/time?week=${week}`,
  };
}
