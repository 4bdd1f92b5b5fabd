import { type Activity, createActivity, readActivity } from '../../entities/activity.ts';
import { type Client, createClient } from '../../entities/client.ts';
import { createProject, type Project, readProject } from '../../entities/project.ts';
import type { KeptIds } from '../../lib/kept-ids.ts';
import type { Call } from '../../lib/session.ts';
import type { RowHead } from './sheet.ts';

/** Something that exists, something to be made, or nothing. */
export type Part = { id: string } | { name: string } | null;

export type RowParts = { project: NonNullable<Part>; client: Part; activity: Part };

/** What is known to exist already, so that a name that was made by an earlier try is found and not made twice. */
export type Known = {
  ids: KeptIds;
  projects: readonly Project[];
  clients: readonly Client[];
  activities: readonly Activity[];
};

/** Makes what does not exist yet, client before project, and gives the row. */
export async function createRowParts(call: Call, parts: RowParts, known: Known): Promise<RowHead> {
  const project = await projectOf(call, parts, known);
  const activity = await activityOf(call, parts.activity, known);
  return {
    projectID: project.projectID,
    projectName: project.projectName,
    clientName: project.clientName,
    color: project.color,
    isBillable: project.isBillable,
    activityID: activity?.activityID ?? null,
    activityName: activity?.activityName ?? null,
  };
}

async function projectOf(call: Call, { project, client }: RowParts, known: Known): Promise<Project> {
  if ('id' in project) {
    const found = known.projects.find(({ projectID }) => projectID === project.id);
    return found ?? readProject(call, project.id);
  }
  const clientID = await clientIdOf(call, client, known);
  const sameName = known.projects.find(
    (other) => isSame(other.projectName, project.name) && other.clientID === clientID,
  );
  if (sameName) return sameName;
  const fields = { projectName: project.name, ...(clientID ? { clientID } : {}) };
  return known.ids.keep('project', (id) => createProject(call, id, fields));
}

async function clientIdOf(call: Call, client: Part, known: Known): Promise<string | null> {
  if (client === null) return null;
  if ('id' in client) return client.id;
  const found = known.clients.find(({ clientName }) => isSame(clientName, client.name));
  if (found) return found.clientID;
  const clientName = client.name;
  const made = await known.ids.keep('client', (id) => createClient(call, id, { clientName }));
  return made.clientID;
}

async function activityOf(call: Call, activity: Part, known: Known): Promise<Activity | null> {
  if (activity === null) return null;
  const found = known.activities.find((other) =>
    'id' in activity ? other.activityID === activity.id : isSame(other.activityName, activity.name),
  );
  if (found) return found;
  if ('id' in activity) return readActivity(call, activity.id);
  const activityName = activity.name;
  return known.ids.keep('activity', (id) => createActivity(call, id, { activityName }));
}

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
