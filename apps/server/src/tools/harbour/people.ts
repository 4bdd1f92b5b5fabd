import type { Role } from '@stint/domain/workspace/roles.ts';

export type Person = {
  key: string;
  name: string;
  role: Role;
  /** Who decides this person's weeks; the owner's own go to the admin. */
  approver: string;
  /** Months after the beginning in which the person joined. */
  joined: number;
  /** Minutes on each day from Monday. */
  schedule: readonly number[];
  /** Activities by how often this person does them. */
  does: Readonly<Record<string, number>>;
  costPerHour: number;
  timeZone: string;
  /** How often a week is handed in late, from 0 to 1. */
  late: number;
};

const fullTime = [480, 480, 480, 480, 480, 0, 0] as const;
const fourDays = [480, 480, 0, 480, 480, 0, 0] as const;
const shortDays = [360, 360, 360, 360, 360, 0, 0] as const;

const design = { Design: 6, Research: 2, 'Client meeting': 1, Testing: 1 };
const develop = { Development: 7, Testing: 2, 'Client meeting': 1 };
const lead = { 'Project management': 5, 'Client meeting': 3, Research: 1, Administration: 2 };

const zone = 'Europe/Lisbon';

/** The twelve people of Harbour Studio. */
export const people: readonly Person[] = [
  {
    key: 'olivia',
    name: 'Olivia Hart',
    role: 'owner',
    approver: 'marcus',
    joined: 0,
    schedule: fullTime,
    does: lead,
    costPerHour: 6200,
    timeZone: zone,
    late: 0.05,
  },
  {
    key: 'marcus',
    name: 'Marcus Bell',
    role: 'admin',
    approver: 'olivia',
    joined: 0,
    schedule: fullTime,
    does: lead,
    costPerHour: 5600,
    timeZone: zone,
    late: 0.02,
  },
  {
    key: 'priya',
    name: 'Priya Nair',
    role: 'editor',
    approver: 'marcus',
    joined: 0,
    schedule: fullTime,
    does: { ...design, 'Project management': 3 },
    costPerHour: 5200,
    timeZone: zone,
    late: 0.03,
  },
  {
    key: 'jonas',
    name: 'Jonas Weber',
    role: 'editor',
    approver: 'marcus',
    joined: 0,
    schedule: fullTime,
    does: { ...develop, 'Project management': 2 },
    costPerHour: 5400,
    timeZone: 'Europe/Berlin',
    late: 0.04,
  },
  {
    key: 'mei',
    name: 'Mei Tanaka',
    role: 'member',
    approver: 'priya',
    joined: 0,
    schedule: fullTime,
    does: design,
    costPerHour: 4200,
    timeZone: zone,
    late: 0.02,
  },
  {
    key: 'theo',
    name: 'Theo Lindqvist',
    role: 'member',
    approver: 'jonas',
    joined: 0,
    schedule: fullTime,
    does: develop,
    costPerHour: 4400,
    timeZone: zone,
    late: 0.18,
  },
  {
    key: 'sofia',
    name: 'Sofia Marques',
    role: 'member',
    approver: 'jonas',
    joined: 0,
    schedule: fullTime,
    does: develop,
    costPerHour: 4500,
    timeZone: zone,
    late: 0.04,
  },
  {
    key: 'daniel',
    name: 'Daniel Okafor',
    role: 'member',
    approver: 'jonas',
    joined: 0,
    schedule: fourDays,
    does: develop,
    costPerHour: 4800,
    timeZone: 'Europe/London',
    late: 0.06,
  },
  {
    key: 'ines',
    name: 'Inês Carvalho',
    role: 'member',
    approver: 'priya',
    joined: 0,
    schedule: shortDays,
    does: { Research: 6, 'Client meeting': 2, Testing: 2, Design: 1 },
    costPerHour: 4100,
    timeZone: zone,
    late: 0.03,
  },
  {
    key: 'ruben',
    name: 'Ruben Vos',
    role: 'member',
    approver: 'jonas',
    joined: 3,
    schedule: fullTime,
    does: { Testing: 6, Support: 3, Development: 1 },
    costPerHour: 3900,
    timeZone: 'Europe/Amsterdam',
    late: 0.08,
  },
  {
    key: 'hannah',
    name: 'Hannah Cole',
    role: 'member',
    approver: 'priya',
    joined: 6,
    schedule: fullTime,
    does: { Writing: 6, Research: 2, 'Client meeting': 1 },
    costPerHour: 3800,
    timeZone: zone,
    late: 0.1,
  },
  {
    key: 'amir',
    name: 'Amir Haddad',
    role: 'member',
    approver: 'jonas',
    joined: 10,
    schedule: fullTime,
    does: { Development: 5, Support: 4, Testing: 1 },
    costPerHour: 3700,
    timeZone: zone,
    late: 0.05,
  },
];

export function emailOf(person: Person): string {
  return `${person.key}@harbour-studio.example`;
}
