import type { Cell, Copier } from '../sample/copy.ts';
import type { Random } from '../sample/random.ts';
import { at, holidaysBetween } from './days.ts';
import type { Span } from './hours.ts';
import { type Ids, idOf, tags } from './ids.ts';
import { emailOf, people } from './people.ts';
import { activities, clients, projects } from './projects.ts';

/** People, clients, activities, projects, rates and closed days. */
export async function copyCatalogue(copier: Copier, random: Random, ids: Ids, span: Span): Promise<void> {
  const begun = at(span.from, 9 * 60);
  const { tenantId } = ids;
  const rows = (table: string, columns: string[], cells: Cell[][]) =>
    copier.rows(
      `app.${table}`,
      ['tenant_id', ...columns],
      cells.map((row) => [tenantId, ...row]),
    );
  await rows(
    'holiday',
    ['held_on', 'name'],
    holidaysBetween(span.from, span.to).map(({ date, name }) => [date, name]),
  );
  await rows(
    'tag',
    ['id', 'name', 'created_at', 'updated_at'],
    tags.map((name) => [idOf(ids.tags, name), name, begun, begun]),
  );
  await rows(
    'client',
    [
      'id',
      'name',
      'code',
      'contact_name',
      'email',
      'currency',
      'default_billable',
      'created_at',
      'updated_at',
    ],
    clients.map((client) => [
      idOf(ids.clients, client.key),
      client.name,
      client.code,
      client.contact,
      client.email,
      client.currency,
      true,
      begun,
      begun,
    ]),
  );
  await rows(
    'activity',
    ['id', 'name', 'billable_default', 'color', 'sort_order', 'created_at', 'updated_at'],
    activities.map(({ name, isBillable, color }, index) => [
      idOf(ids.activities, name),
      name,
      isBillable,
      color,
      index,
      begun,
      begun,
    ]),
  );
  await rows(
    'project',
    projectColumns,
    projects.map((project) => projectRow(ids, project, begun)),
  );
  await rows(
    'member_rate',
    [
      'id',
      'team_member_id',
      'kind',
      'amount_minor',
      'currency',
      'effective_from',
      'created_at',
      'created_by',
    ],
    people.map((person) => [
      random.uuid(begun),
      idOf(ids.members, person.key),
      'cost',
      person.costPerHour,
      'EUR',
      span.from,
      begun,
      idOf(ids.users, 'olivia'),
    ]),
  );
}

const projectColumns = [
  'id',
  'name',
  'code',
  'client_id',
  'project_type_id',
  'manager_id',
  'color',
  'is_billable',
  'rate_mode',
  'hourly_rate_minor',
  'budget_kind',
  'budget_minutes',
  'created_at',
  'updated_at',
];

function projectRow(ids: Ids, project: (typeof projects)[number], begun: Date): Cell[] {
  return [
    idOf(ids.projects, project.key),
    project.name,
    project.code,
    project.client ? idOf(ids.clients, project.client) : null,
    idOf(ids.types, project.type),
    idOf(ids.members, project.manager),
    project.color,
    project.rate !== null,
    project.rate === null ? 'none' : 'project',
    project.rate,
    project.budgetHours === null ? 'none' : 'hours',
    project.budgetHours === null ? null : project.budgetHours * 60,
    begun,
    begun,
  ];
}

type Team = { tenantId: string; users: Map<string, string>; ownerMemberId: string; begun: Date };

/** The other eleven people; the owner's row was made with the workspace. */
export function memberRows(random: Random, { tenantId, users, ownerMemberId, begun }: Team) {
  const ids = new Map(
    people.map(({ key, role }) => [key, role === 'owner' ? ownerMemberId : random.uuid(begun)]),
  );
  const rows = people
    .filter(({ role }) => role !== 'owner')
    .map((person): Cell[] => [
      tenantId,
      idOf(ids, person.key),
      idOf(users, person.key),
      emailOf(person),
      ...splitName(person.name),
      person.role,
      person.schedule.reduce((sum, minutes) => sum + minutes, 0),
      person.schedule,
      person.timeZone,
      'active',
      begun,
      begun,
      begun,
    ]);
  return { ids, rows };
}

export const memberColumns = [
  'tenant_id',
  'id',
  'user_id',
  'email',
  'first_name',
  'last_name',
  'role',
  'weekly_minutes',
  'schedule',
  'time_zone',
  'status',
  'role_updated_at',
  'created_at',
  'updated_at',
];

function splitName(name: string): [string, string] {
  const [first = '', ...rest] = name.split(' ');
  return [first, rest.join(' ')];
}
