import { addDays, weekday } from '@stint/domain/time/plain-date.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import type { Random } from '../sample/random.ts';
import { at, holidaysBetween } from './days.ts';
import { type Person, people } from './people.ts';
import { type ProjectPlan, projects } from './projects.ts';

/** One line of a timesheet, by the keys of the plan. */
export type Line = {
  person: string;
  date: string;
  project: string;
  activity: string;
  minutes: number;
  isBillable: boolean;
  comment: string;
  tag: string | null;
};

export type Span = { from: string; to: string };

const monthDays = 30.44;

/** Eighteen months of the studio's time up to a date: work by plan, meetings, holidays, vacation and days of illness. */
export function makeHours(random: Random, { from, to }: Span): Line[] {
  const closed = new Set(holidaysBetween(from, to).map(({ date }) => date));
  return people.flatMap((person) => {
    const first = weekStartAfter(addDays(from, Math.round(person.joined * monthDays)));
    const away = vacationOf(random, first, to);
    return daysOf(random, person, { first, to, from }, { away, closed });
  });
}

type PersonSpan = { first: string; to: string; from: string };

/** Days without work: the person's vacation, and the holidays of all. */
type DaysOff = { away: Set<string>; closed: Set<string> };

function daysOf(random: Random, person: Person, span: PersonSpan, { away, closed }: DaysOff): Line[] {
  const lines: Line[] = [];
  let sickDaysLeft = 0;
  for (let date = span.first; date <= span.to; date = addDays(date, 1)) {
    const expected = person.schedule[weekday(date) - 1] ?? 0;
    if (expected === 0 || closed.has(date)) continue;
    if (away.has(date)) {
      lines.push(absence(person, date, expected, 'Vacation'));
      continue;
    }
    if (sickDaysLeft === 0 && random.chance(0.012)) sickDaysLeft = random.int(1, 4);
    if (sickDaysLeft > 0) {
      sickDaysLeft -= 1;
      lines.push(absence(person, date, expected, 'Sick leave'));
      continue;
    }
    lines.push(...workday(random, person, { date, expected, month: monthOf(span.from, date) }));
  }
  return lines;
}

function absence(person: Person, date: string, minutes: number, activity: string): Line {
  return {
    person: person.key,
    date,
    project: 'absence',
    activity,
    minutes,
    isBillable: false,
    comment: '',
    tag: null,
  };
}

type Day = { date: string; expected: number; month: number };

/** Planning on Mondays, now and then an hour of learning, the rest on two or three projects in quarters of an hour. */
function workday(random: Random, person: Person, { date, expected, month }: Day): Line[] {
  const own = (activity: string, minutes: number, comment: string): Line => ({
    person: person.key,
    date,
    project: 'studio',
    activity,
    minutes,
    isBillable: false,
    comment,
    tag: null,
  });
  const lines: Line[] = [];
  if (weekday(date) === 1) lines.push(own('Team meeting', 30, 'Monday planning'));
  if (weekday(date) === 5 && random.chance(0.5))
    lines.push(own('Learning', 60, random.pick(['Reading group', 'Conference talk', 'Tried a new tool'])));
  const used = lines.reduce((sum, line) => sum + line.minutes, 0);
  let left = expected + random.int(-2, 4) * 15 - used;
  const running = projects.filter(
    (project) => project.staff[person.key] && project.from <= month && month <= project.until,
  );
  const parts = random.int(2, 3);
  for (let part = 1; part <= parts && left >= 30; part++) {
    const minutes =
      part === parts ? left : Math.max(30, Math.round((left * (0.35 + random.next() * 0.35)) / 15) * 15);
    left -= minutes;
    addLine(
      lines,
      workLine(random, person, { date, project: pickProject(random, person, running), minutes }),
    );
  }
  return lines;
}

/** The same work twice a day is one line. */
function addLine(lines: Line[], line: Line): void {
  const same = lines.find(({ project, activity }) => project === line.project && activity === line.activity);
  if (same) same.minutes += line.minutes;
  else lines.push(line);
}

type Work = { date: string; project: ProjectPlan; minutes: number };

function workLine(random: Random, person: Person, { date, project, minutes }: Work): Line {
  const activity = project.key === 'studio' ? 'Administration' : pickActivity(random, person);
  const comment =
    project.key === 'studio'
      ? random.pick(['Invoices', 'Hiring', 'Budget', 'Office'])
      : random.pick(project.comments[activity] ?? ['']);
  const tag = random.chance(0.04) ? random.pick(['rework', 'workshop', 'urgent']) : null;
  const isBillable = project.rate !== null && activity !== 'Administration';
  return { person: person.key, date, project: project.key, activity, minutes, isBillable, comment, tag };
}

function pickProject(random: Random, person: Person, running: readonly ProjectPlan[]): ProjectPlan {
  const fallback = projects.find(({ key }) => key === 'studio') as ProjectPlan;
  return (
    weighted(
      random,
      running.map((project) => [project, project.staff[person.key] ?? 0] as const),
    ) ?? fallback
  );
}

function pickActivity(random: Random, person: Person): string {
  return weighted(random, Object.entries(person.does)) ?? 'Administration';
}

function weighted<T>(random: Random, choices: readonly (readonly [T, number])[]): T | null {
  let mark = random.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of choices) {
    mark -= weight;
    if (mark < 0) return choice;
  }
  return null;
}

/** Two weeks in summer, the days around the turn of the year, and a few long weekends. */
function vacationOf(random: Random, from: string, to: string): Set<string> {
  const days = new Set<string>();
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) {
    const summer = addDays(`${year}-07-01`, random.int(0, 8) * 7);
    for (let day = 0; day < 14; day++) days.add(addDays(summer, day));
    for (let day = 0; day < 10; day++) days.add(addDays(`${year}-12-23`, day));
    for (let weekend = 0; weekend < 3; weekend++) days.add(addDays(`${year}-01-15`, random.int(0, 320)));
  }
  return days;
}

/** The number of a month counted from the beginning, with a fraction. */
function monthOf(from: string, date: string): number {
  return (at(date, 0).getTime() - at(from, 0).getTime()) / (monthDays * 24 * 60 * 60_000);
}

function weekStartAfter(date: string): string {
  return weekday(date) === 1 ? date : addDays(weekEndOf(date), 1);
}
