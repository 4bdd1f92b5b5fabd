import type { ImportChoicesShape, ImportPreview } from '@stint/domain/api/gateway/imports.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Queryable } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import type { Chosen } from '../shared/chosen.ts';
import type { FileNames } from './reading/names.ts';
import type { FileFacts } from './reading/read-file.ts';
import type { Ids } from './staging.ts';

export type NewPerson = { id: string; firstName: string; lastName: string; email: string | null };
type NewClient = { id: string; name: string };
type NewProject = { id: string; name: string; clientId: string | null; isBillable: boolean };
type Named = { id: string; name: string };

/** Whom and what the names of a file stand for here, and what has to be made for those that stand for nothing yet. */
export type Plan = Ids & {
  shown: Pick<ImportPreview, 'people' | 'projects' | 'activities'>;
  makes: {
    people: NewPerson[];
    clients: NewClient[];
    projects: NewProject[];
    activities: Named[];
    tags: Named[];
  };
  /** All tags of the file, by name. */
  tags: Map<string, string>;
  /** What was here to be chosen when the plan was made, by id. */
  found: Found;
};

type Found = ReadonlyMap<string, { name: string; isArchived: boolean }>;
type Archivable = { isArchived: boolean };
type Billable = { id: string; isBillable: boolean };

type Here = {
  members: (Archivable & Named & { email: string | null })[];
  clients: Named[];
  projects: (Archivable & Billable & Named & { clientId: string | null; clientName: string | null })[];
  activities: (Archivable & Billable & Named)[];
  tags: Named[];
  remembered: Map<string, string>;
};

export type Asked = {
  names: FileNames;
  catalogue: FileFacts['catalogue'];
  choices: ImportChoicesShape;
  /** Whose time it is where the file names nobody. */
  callerID: string;
};

/** Lines without a project have to be booked on one. */
const NO_PROJECT = 'Without a project';

/** @throws AppError `reference_invalid` for a choice of what is not here */
export async function makePlan(tx: Queryable, tenantId: string, asked: Asked): Promise<Plan> {
  const here = await readHere(tx, tenantId);
  const people = planPeople(here, asked);
  const activities = planActivities(here, asked);
  const projects = planProjects(here, asked);
  const tags = planTags(here, [...asked.names.tags, ...asked.catalogue.tags]);
  // An activity that is made is billable, as the table has it.
  const known = [...here.projects, ...projects.made, ...here.activities];
  const billable = new Map(known.map(({ id, isBillable }) => [id, isBillable]));
  return {
    people: people.map(({ key, id }) => ({ key, id })),
    projects: projects.rows.map(({ client, project, id }) => ({
      client,
      project,
      id,
      isBillable: billable.get(id) ?? true,
    })),
    activities: activities.map(({ activity, id }) => ({
      activity,
      id,
      isBillable: billable.get(id) ?? true,
    })),
    shown: {
      people: people
        .filter(({ lines }) => lines > 0)
        .map(({ key, person, email, lines, id, isNew, name, guess }) => ({
          key,
          person,
          email,
          lines,
          teamMemberID: isNew ? null : id,
          name,
          guess,
        })),
      projects: projects.rows
        .filter(({ lines }) => lines > 0)
        .map(({ client, project, lines, id, isNew, name, guess }) => ({
          client,
          project,
          lines,
          projectID: isNew ? null : id,
          name,
          guess,
        })),
      activities: activities
        .filter(({ lines }) => lines > 0)
        .map(({ activity, lines, id, isNew, name, guess }) => ({
          activity,
          lines,
          activityID: isNew ? null : id,
          name,
          guess,
        })),
    },
    makes: {
      people: people.flatMap(({ isNew, made }) => (isNew && made ? [made] : [])),
      clients: projects.clients,
      projects: projects.made,
      activities: distinct(activities.filter(({ isNew }) => isNew).map(({ id, name }) => ({ id, name }))),
      tags: tags.made,
    },
    tags: tags.all,
    found: foundIn(here),
  };
}

/** What a plan refers to, whether it is here already or will be made. */
export function chosenBy({ people, activities, projects, makes, tags }: Plan): Chosen {
  const idsOf = (rows: readonly { id: string | null }[]) => rows.flatMap(({ id }) => id ?? []);
  return {
    team_member: idsOf(people),
    activity: idsOf(activities),
    project: idsOf(projects),
    client: makes.projects.flatMap(({ clientId }) => clientId ?? []),
    tag: [...tags.values()],
  };
}

/**
 * Looks again, after the weeks of a plan were waited for, whether what it has chosen is still there: meanwhile a person may have been
 * merged into another, or a project archived.
 * @throws AppError `state_conflict`
 */
export async function requireUnchanged(tx: Queryable, tenantId: string, plan: Plan): Promise<void> {
  const now = foundIn(await readHere(tx, tenantId));
  for (const id of Object.values(chosenBy(plan)).flat()) {
    const [before, after] = [plan.found.get(id), now.get(id)];
    if (!before || (after && (before.isArchived || !after.isArchived))) continue;
    throw new AppError('state_conflict', {
      message: `"${before.name}" was archived, merged or deleted while this import waited. Nothing was imported. Look at the preview again, then import.`,
    });
  }
}

/** What can be archived and is used all the same has a flag for it. */
function foundIn({ members, clients, projects, activities, tags }: Here): Found {
  const living = [...clients, ...tags].map((row) => ({ ...row, isArchived: false }));
  return new Map([...members, ...projects, ...activities, ...living].map((row) => [row.id, row]));
}

async function readHere(tx: Queryable, tenantId: string): Promise<Here> {
  const [members, clients, projects, activities, tags, remembered] = await Promise.all([
    tx.rows<
      Here['members'][number]
    >(sql`select m.id, btrim(m.first_name || ' ' || m.last_name) as name, m.email_norm as email, m.status = 'archived' as "isArchived"
      from app.team_member m where m.tenant_id = ${tenantId} and (m.status <> 'archived' or m.user_id is not null) order by m.status = 'archived', m.created_at, m.id`),
    tx.rows<Named>(sql`select c.id, c.name from app.client c
      where c.tenant_id = ${tenantId} and c.archived_at is null and c.deleted_at is null`),
    tx.rows<
      Here['projects'][number]
    >(sql`select p.id, p.name, p.is_billable as "isBillable", p.client_id as "clientId", c.name as "clientName",
        p.archived_at is not null as "isArchived"
      from app.project p left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
      where p.tenant_id = ${tenantId} and p.deleted_at is null order by p.archived_at is not null, p.created_at, p.id`),
    tx.rows<
      Here['activities'][number]
    >(sql`select a.id, a.name, a.billable_default as "isBillable", a.archived_at is not null as "isArchived"
      from app.activity a where a.tenant_id = ${tenantId} and a.deleted_at is null
      order by a.archived_at is not null, a.created_at, a.id`),
    tx.rows<Named>(sql`select t.id, t.name from app.tag t where t.tenant_id = ${tenantId}`),
    tx.rows<{
      kind: string;
      name: string;
      id: string;
    }>(sql`select n.kind, n.name, n.target_id as id from app.import_name n
      where n.tenant_id = ${tenantId}`),
  ]);
  return {
    members,
    clients,
    projects,
    activities,
    tags,
    remembered: new Map(remembered.map(({ kind, name, id }) => [`${kind}\n${name}`, id])),
  };
}

/** Names are the same where only case and blanks differ. */
function plain(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

type Guess = ImportPreview['people'][number]['guess'];
type Placed = { id: string; isNew: boolean; name: string; guess: Guess };

/** By what was chosen now, else by what was chosen before, else by name; null: it has to be made. */
function place(
  found: { chosen: string | null | undefined; remembered: string | undefined; byName: string | undefined },
  nameOf: (id: string) => string | undefined,
  field: string,
): Placed | null {
  const { chosen, remembered, byName } = found;
  if (chosen === null) return null;
  if (chosen !== undefined) {
    const name = nameOf(chosen);
    if (name !== undefined) return { id: chosen, isNew: false, name, guess: 'chosen' };
    throw new AppError('reference_invalid', {
      fields: [
        { code: 'reference_invalid', message: 'This does not exist here. Choose another one.', field },
      ],
    });
  }
  for (const [id, guess] of [
    [remembered, 'remembered'],
    [byName, 'name'],
  ] as const) {
    const name = id === undefined ? undefined : nameOf(id);
    if (id !== undefined && name !== undefined) return { id, isNew: false, name, guess };
  }
  return null;
}

type PlacedPerson = Placed & FileNames['people'][number] & { made?: NewPerson };

function planPeople(here: Here, { names, catalogue, choices, callerID }: Asked): PlacedPerson[] {
  const nameOf = new Map(here.members.map(({ id, name }) => [id, name]));
  const known = new Set(names.people.map(({ key }) => key));
  const others = catalogue.people
    .map(({ person, email }) => ({ key: email || person, person, email, lines: 0 }))
    .filter(({ key }) => key !== '' && !known.has(key));
  const made = new Map<string, NewPerson>();
  return [...names.people, ...others].map((person) => {
    const { key, email } = person;
    if (key === '' && !choices.people?.some((choice) => choice.key === ''))
      return { ...person, id: callerID, isNew: false, name: nameOf.get(callerID) ?? '', guess: 'caller' };
    const byName = here.members.find((member) =>
      email ? member.email === email : plain(member.name) === plain(person.person),
    );
    const placed = place(
      {
        chosen: choices.people?.find((choice) => choice.key === key)?.teamMemberID,
        remembered: here.remembered.get(`person\n${key}`),
        byName: byName?.id,
      },
      (id) => nameOf.get(id),
      'choices.people',
    );
    if (placed) return { ...person, ...placed };
    const before = made.get(plain(key));
    const given = before ?? newPerson(person);
    made.set(plain(key), given);
    const name = `${given.firstName} ${given.lastName}`.trim();
    return { ...person, id: given.id, isNew: true, name, guess: 'new', ...(before ? {} : { made: given }) };
  });
}

function newPerson({ person, email }: FileNames['people'][number]): NewPerson {
  const words = (person || email.split('@')[0] || 'Somebody').split(' ');
  const firstName = words.slice(0, -1).join(' ') || (words[0] ?? '');
  return {
    id: newId(),
    firstName,
    lastName: words.length > 1 ? (words.at(-1) ?? '') : '',
    email: email || null,
  };
}

function planActivities(here: Here, { names, catalogue, choices }: Asked) {
  const nameOf = new Map(here.activities.map(({ id, name }) => [id, name]));
  const known = new Set(names.activities.map(({ activity }) => activity));
  const others = catalogue.activities
    .filter((activity) => activity !== '' && !known.has(activity))
    .map((activity) => ({ activity, lines: 0 }));
  const made = new Map<string, string>();
  return [...names.activities, ...others].map((row) => {
    const placed = place(
      {
        chosen: choices.activities?.find(({ activity }) => activity === row.activity)?.activityID,
        remembered: here.remembered.get(`activity\n${row.activity}`),
        byName: here.activities.find(({ name }) => plain(name) === plain(row.activity))?.id,
      },
      (id) => nameOf.get(id),
      'choices.activities',
    );
    return { ...row, ...(placed ?? newNamed(made, row.activity)) };
  });
}

function newNamed(made: Map<string, string>, name: string): Placed {
  const id = made.get(plain(name)) ?? newId();
  made.set(plain(name), id);
  return { id, isNew: true, name, guess: 'new' };
}

type ProjectName = { client: string; project: string; lines: number; isBillable: boolean | null };

function planProjects(here: Here, { names, catalogue, choices }: Asked) {
  const key = ({ client, project }: { client: string; project: string }) => `${client}\n${project}`;
  const known = new Set(names.projects.map(key));
  const others: ProjectName[] = catalogue.projects
    .filter((row) => row.project !== '' && !known.has(key(row)))
    .map((row) => ({ ...row, lines: 0, isBillable: null }));
  const clients = createClients(here);
  for (const client of catalogue.clients) clients.idOf(client);
  const nameOf = new Map(here.projects.map(({ id, name }) => [id, name]));
  const made = new Map<string, NewProject>();
  const rows = [...names.projects, ...others].map((row) => {
    const byName = here.projects.find(
      ({ name, clientName }) =>
        plain(name) === plain(row.project || NO_PROJECT) && plain(clientName ?? '') === plain(row.client),
    );
    const placed = place(
      {
        chosen: choices.projects?.find((choice) => key(choice) === key(row))?.projectID,
        remembered: here.remembered.get(`project\n${key(row)}`),
        byName: byName?.id,
      },
      (id) => nameOf.get(id),
      'choices.projects',
    );
    if (placed) return { ...row, ...placed };
    const name = row.project || NO_PROJECT;
    const slot = plain(`${row.client}\n${name}`);
    const project = made.get(slot) ?? {
      id: newId(),
      name,
      clientId: clients.idOf(row.client),
      isBillable: row.isBillable ?? true,
    };
    made.set(slot, project);
    return { ...row, id: project.id, isNew: true, name, guess: 'new' as const };
  });
  return { rows, made: [...made.values()], clients: clients.made() };
}

function createClients(here: Here): { idOf(name: string): string | null; made(): NewClient[] } {
  const byName = new Map(here.clients.map(({ id, name }) => [plain(name), id]));
  const made: NewClient[] = [];
  return {
    idOf(name) {
      if (name === '') return null;
      const known = byName.get(plain(name));
      if (known) return known;
      const id = newId();
      byName.set(plain(name), id);
      made.push({ id, name });
      return id;
    },
    made: () => made,
  };
}

function planTags(here: Here, names: readonly string[]): { all: Map<string, string>; made: Named[] } {
  const byName = new Map(here.tags.map(({ id, name }) => [plain(name), id]));
  const all = new Map<string, string>();
  const made: Named[] = [];
  for (const name of names) {
    const id = byName.get(plain(name)) ?? newId();
    if (!byName.has(plain(name))) made.push({ id, name });
    byName.set(plain(name), id);
    all.set(name, id);
  }
  return { all, made };
}

function distinct(rows: Named[]): Named[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
