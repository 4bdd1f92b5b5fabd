import { formatHours } from '@stint/domain/time/hours.ts';
import { addDays } from '@stint/domain/time/plain-date.ts';

export type FeedEntry = {
  id: string;
  workDate: string;
  minutes: number;
  startedAt: Date | null;
  endedAt: Date | null;
  comment: string;
  updatedAt: Date;
  version: number;
  projectName: string;
  clientName: string | null;
  activityName: string | null;
};

/** Entries as an iCalendar text (RFC 5545): with their times where they have some, else as whole days. */
export function calendarText({ name, entries }: { name: string; entries: readonly FeedEntry[] }): string {
  return `${calendarHead(name)}${entries.map(calendarEvent).join('')}${calendarEnd}`;
}

/** How such a text begins; events follow it, and the end. */
export function calendarHead(name: string): string {
  return textOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stint//Timesheet//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
  ]);
}

export function calendarEvent(entry: FeedEntry): string {
  return textOf(eventLines(entry));
}

export const calendarEnd = textOf(['END:VCALENDAR']);

function textOf(lines: readonly string[]): string {
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}

function eventLines(entry: FeedEntry): string[] {
  const about = [entry.clientName, entry.projectName, entry.activityName].filter(Boolean).join(' › ');
  return [
    'BEGIN:VEVENT',
    `UID:${entry.id}@stint`,
    `SEQUENCE:${entry.version}`,
    `DTSTAMP:${utc(entry.updatedAt)}`,
    ...timeLines(entry),
    `SUMMARY:${escapeText(`${formatHours(entry.minutes)} ${about}`)}`,
    ...(entry.comment ? [`DESCRIPTION:${escapeText(entry.comment)}`] : []),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function timeLines({ startedAt, endedAt, workDate }: FeedEntry): string[] {
  if (startedAt && endedAt) return [`DTSTART:${utc(startedAt)}`, `DTEND:${utc(endedAt)}`];
  return [`DTSTART;VALUE=DATE:${plain(workDate)}`, `DTEND;VALUE=DATE:${plain(addDays(workDate, 1))}`];
}

function utc(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d{3}/g, '');
}

function plain(date: string): string {
  return date.replaceAll('-', '');
}

/** RFC 5545 3.3.11. */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** RFC 5545 3.1: no line over 75 octets; a character is never cut. */
function foldLine(line: string): string {
  const parts: string[] = [];
  let [part, octets] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      [part, octets] = ['', 0];
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}
