import type { EntryColumn } from '@stint/domain/api/gateway/report-files.ts';
import type { ReportGroup } from '@stint/domain/time/report.ts';

export type FileLanguage = 'en' | 'de';

type Words = {
  columns: Record<EntryColumn, string>;
  groups: Record<ReportGroup, string>;
  statuses: Record<string, string>;
  yes: string;
  no: string;
  total: string;
  none: string;
  entries: string;
  rounded: string;
  report: string;
  timesheet: string;
  week: (from: string, to: string) => string;
  until: (from: string, to: string) => string;
  page: (page: number, pages: number) => string;
  made: (when: string) => string;
  over: string;
  people: { name: string; expected: string; recorded: string; missing: string; last: string };
  other: string;
  nothing: string;
  gaps: string;
  signed: { person: string; approver: string; date: string };
  approvedBy: (name: string, date: string) => string;
};

/** What files say beside their figures. */
export const words: Record<FileLanguage, Words> = {
  en: {
    columns: {
      date: 'Date',
      person: 'Person',
      email: 'Email',
      client: 'Client',
      project: 'Project',
      activity: 'Activity',
      tags: 'Tags',
      comment: 'Comment',
      start: 'Start',
      end: 'End',
      hours: 'Hours',
      minutes: 'Minutes',
      billable: 'Billable',
      status: 'Status',
      amount: 'Amount',
      currency: 'Currency',
      cost: 'Cost',
      costCurrency: 'Cost currency',
    },
    groups: {
      client: 'Client',
      project: 'Project',
      projectType: 'Project type',
      activity: 'Activity',
      person: 'Person',
      tag: 'Tag',
      billable: 'Billable',
      status: 'Status',
      day: 'Day',
      week: 'Week until',
      month: 'Month',
    },
    statuses: { open: 'open', pending: 'pending', approved: 'approved', disapproved: 'disapproved' },
    yes: 'yes',
    no: 'no',
    total: 'Total',
    none: 'None',
    entries: 'Entries',
    rounded: 'Rounded',
    report: 'Report',
    timesheet: 'Timesheet',
    week: (from, to) => `Week ${from} – ${to}`,
    until: (from, to) => `${from} – ${to}`,
    page: (page, pages) => `Page ${page} of ${pages}`,
    made: (when) => `Made on ${when} with Stint`,
    over: 'Hours over time',
    people: {
      name: 'People',
      expected: 'Expected',
      recorded: 'Recorded',
      missing: 'Days without time',
      last: 'Last day with time',
    },
    other: 'Other',
    nothing: 'No time was recorded here.',
    gaps: 'A box stands for a letter that this file cannot print. CSV and Excel files have all of them.',
    signed: { person: 'Signature', approver: 'Signature of the approver', date: 'Date' },
    approvedBy: (name, date) => `approved by ${name} on ${date}`,
  },
  de: {
    columns: {
      date: 'Datum',
      person: 'Person',
      email: 'E-Mail',
      client: 'Kunde',
      project: 'Projekt',
      activity: 'Tätigkeit',
      tags: 'Schlagwörter',
      comment: 'Kommentar',
      start: 'Beginn',
      end: 'Ende',
      hours: 'Stunden',
      minutes: 'Minuten',
      billable: 'Abrechenbar',
      status: 'Status',
      amount: 'Betrag',
      currency: 'Währung',
      cost: 'Kosten',
      costCurrency: 'Kostenwährung',
    },
    groups: {
      client: 'Kunde',
      project: 'Projekt',
      projectType: 'Projektart',
      activity: 'Tätigkeit',
      person: 'Person',
      tag: 'Schlagwort',
      billable: 'Abrechenbar',
      status: 'Status',
      day: 'Tag',
      week: 'Woche bis',
      month: 'Monat',
    },
    statuses: { open: 'offen', pending: 'eingereicht', approved: 'genehmigt', disapproved: 'zurückgewiesen' },
    yes: 'ja',
    no: 'nein',
    total: 'Summe',
    none: 'Ohne',
    entries: 'Einträge',
    rounded: 'Gerundet',
    report: 'Bericht',
    timesheet: 'Stundenzettel',
    week: (from, to) => `Woche ${from} – ${to}`,
    until: (from, to) => `${from} – ${to}`,
    page: (page, pages) => `Seite ${page} von ${pages}`,
    made: (when) => `Erstellt am ${when} mit Stint`,
    over: 'Stunden im Verlauf',
    people: {
      name: 'Personen',
      expected: 'Soll',
      recorded: 'Erfasst',
      missing: 'Tage ohne Zeit',
      last: 'Letzter Tag mit Zeit',
    },
    other: 'Übrige',
    nothing: 'Hier wurde keine Zeit erfasst.',
    gaps: 'Ein Kästchen steht für ein Zeichen, das diese Datei nicht drucken kann. CSV und Excel haben alle.',
    signed: { person: 'Unterschrift', approver: 'Unterschrift der genehmigenden Person', date: 'Datum' },
    approvedBy: (name, date) => `genehmigt von ${name} am ${date}`,
  },
};
