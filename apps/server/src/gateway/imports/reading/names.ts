import { personKey } from './copy-text.ts';
import type { NamedLine } from './read-file.ts';

/** Whom and what the lines of a file name, each once, with how much of the file hangs on it. */
export type FileNames = {
  people: { key: string; person: string; email: string; lines: number }[];
  projects: { client: string; project: string; lines: number; isBillable: boolean | null }[];
  activities: { activity: string; lines: number }[];
  tags: string[];
  firstDay: string | null;
  lastDay: string | null;
};

/** Gathers names line by line. */
export function createNames(): { add(line: NamedLine): void; all(): FileNames } {
  const people = new Map<string, FileNames['people'][number]>();
  const projects = new Map<string, FileNames['projects'][number]>();
  const activities = new Map<string, FileNames['activities'][number]>();
  const tags = new Set<string>();
  let firstDay: string | null = null;
  let lastDay: string | null = null;
  return {
    add(line) {
      const { person, email, client, project, activity, workDate, isBillable } = line;
      const key = personKey(line);
      count(people, key, () => ({ key, person, email, lines: 0 }));
      count(projects, `${client}\n${project}`, () => ({ client, project, isBillable, lines: 0 }));
      if (activity) count(activities, activity, () => ({ activity, lines: 0 }));
      for (const tag of line.tags) tags.add(tag);
      if (firstDay === null || workDate < firstDay) firstDay = workDate;
      if (lastDay === null || workDate > lastDay) lastDay = workDate;
    },
    all: () => ({
      people: [...people.values()],
      projects: [...projects.values()],
      activities: [...activities.values()],
      tags: [...tags],
      firstDay,
      lastDay,
    }),
  };
}

function count<Row extends { lines: number }>(rows: Map<string, Row>, key: string, make: () => Row): void {
  const row = rows.get(key) ?? make();
  row.lines += 1;
  rows.set(key, row);
}
