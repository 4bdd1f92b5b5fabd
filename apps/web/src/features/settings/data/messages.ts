import { formatHours } from '../../../lib/hours.ts';

/** Texts about the data of the workspace. */
export const text = {
  lead: 'What this workspace keeps, and for how long.',
  elsewhere: 'Bring time in, and take everything out',
  elsewhereText: 'A file of everything can fill an empty workspace elsewhere; nothing is lost on the way.',
  toImport: 'Import',
  toExport: 'Export everything',
  archive: 'Archive this workspace…',
  retention: {
    title: 'How long time is kept',
    off: 'All time is kept until somebody removes it.',
    set: (months: number) => `Time is kept for ${months} months.`,
    begins: (date: string) => `Older weeks are removed from ${date} on. Until then nothing is.`,
    running: (date: string) => `Older weeks are removed since ${date}.`,
    by: (person: string, date: string) => `Set by ${person} on ${date}.`,
    onlyOwners: 'Only an owner can change this.',
    choose: 'Remove old time…',
    change: 'Change…',
    end: 'Keep everything',
    ended: 'Everything is kept from now on.',
    saved: (date: string) => `Older weeks are removed from ${date} on. Every owner gets a mail.`,
    dialogTitle: 'How long time is kept',
    dialogText:
      'Weeks that are older are removed for good: entries, approvals and comments. Projects, people, rates and saved reports stay. It begins 30 days after it is set; every owner is told and can take it back until then.',
    months: 'Keep time for, in months',
    monthsHint: 'From 12 to 240.',
    monthsInvalid: 'Enter a whole number of months from 12 to 240.',
    look: 'Look at what goes',
    nothing: (until: string) => `There is no time up to ${until}: nothing would go on the first day.`,
    goes: (figures: { entries: number; minutes: number; weeks: number; people: number; until: string }) =>
      `On the first day ${count(figures.entries, 'entry', 'entries')} with ${formatHours(figures.minutes)} hours go: ${count(figures.weeks, 'week', 'weeks')} of ${count(figures.people, 'person', 'people')}, up to ${figures.until}.`,
    first: (date: string) => `That day is ${date}. Files that were exported are kept for two days as always.`,
    confirm: 'Remove time older than this',
    everything: 'Everything is kept',
  },
};

function count(number: number, one: string, many: string): string {
  return number === 1 ? `1 ${one}` : `${number} ${many}`;
}
