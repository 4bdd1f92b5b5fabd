import { addDays } from '@stint/domain/time/plain-date.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import type { Random } from '../sample/random.ts';
import { at } from './days.ts';
import type { Line } from './hours.ts';
import { people } from './people.ts';

type Status = 'open' | 'pending' | 'approved' | 'disapproved';
export type Step = {
  action: 'submit' | 'approve' | 'disapprove';
  at: Date;
  by: string;
  from: Status;
  to: Status;
  reason: string | null;
};
export type WeekPlan = {
  person: string;
  weekEndDate: string;
  lines: Line[];
  status: Status;
  steps: Step[];
  /** Lines that the approver marked, by their place in `lines`. */
  flagged: number[];
};

const disapprovedPerson = 'theo';
const disapprovedReason =
  'Wednesday and Thursday look swapped, and the support tickets belong to Care and support.';
/** In the newest finished week these have not handed in yet. */
const notSubmitted = new Set(['theo', 'hannah']);
const reasons = [
  'Please say what the time on Friday was for.',
  'This project was closed; please move the hours.',
  'Two lines seem to be entered twice.',
];

/**
 * The weeks of all people with what happened to them: handed in on Friday or Monday, now and then days late; decided soon
 * after; a few sent back once before. The newest finished week waits, one of the week before is sent back, this week is open.
 */
export function makeWeeks(random: Random, lines: Line[], today: string): WeekPlan[] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const key = `${weekEndOf(line.date)} ${line.person}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  const current = weekEndOf(today);
  return [...groups.keys()].toSorted().map((key) => {
    const [end = '', person = ''] = key.split(' ');
    return planWeek(random, { person, weekEndDate: end, lines: groups.get(key) ?? [] }, current);
  });
}

type Bare = Pick<WeekPlan, 'person' | 'weekEndDate' | 'lines'>;

function planWeek(random: Random, bare: Bare, current: string): WeekPlan {
  const { approver, late } = people.find(({ key }) => key === bare.person) as (typeof people)[number];
  const open: WeekPlan = { ...bare, status: 'open', steps: [], flagged: [] };
  if (bare.weekEndDate === current) return open;
  const isNewest = bare.weekEndDate === addDays(current, -7);
  if (isNewest && notSubmitted.has(bare.person)) return open;
  const isSentBack = bare.weekEndDate === addDays(current, -14) && bare.person === disapprovedPerson;
  const delay = !isNewest && random.chance(late) ? random.int(2, 9) : random.pick([-2, -2, -2, 0, 1]);
  const submitted = at(addDays(bare.weekEndDate, delay), random.int(15 * 60, 18 * 60));
  const steps: Step[] = [submit(bare.person, submitted, 'open')];
  if (isNewest) return { ...open, status: 'pending', steps };
  if (isSentBack || random.chance(0.012)) {
    const sentBack = hoursAfter(submitted, random.int(18, 40));
    const reason = isSentBack ? disapprovedReason : random.pick(reasons);
    steps.push({
      action: 'disapprove',
      at: sentBack,
      by: approver,
      from: 'pending',
      to: 'disapproved',
      reason,
    });
    if (isSentBack)
      return {
        ...open,
        status: 'disapproved',
        steps,
        flagged: [2, 4].filter((index) => index < bare.lines.length),
      };
    steps.push(submit(bare.person, hoursAfter(sentBack, random.int(2, 20)), 'disapproved'));
  }
  const last = steps.at(-1) as Step;
  const decided = hoursAfter(last.at, random.int(14, 60));
  steps.push({ action: 'approve', at: decided, by: approver, from: 'pending', to: 'approved', reason: null });
  return { ...open, status: 'approved', steps };
}

function submit(by: string, when: Date, from: Status): Step {
  return { action: 'submit', at: when, by, from, to: 'pending', reason: null };
}

function hoursAfter(date: Date, hours: number): Date {
  return new Date(date.getTime() + hours * 60 * 60_000);
}
