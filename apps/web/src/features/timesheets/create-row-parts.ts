import type { Activity, Client, Project } from '../../lib/gateway.ts';
import { newId } from '../../lib/new-id.ts';
import type { Session } from '../../lib/session.ts';
import type { RowHead } from './sheet.ts';

/** Something that exists, something to be made, or nothing. */
export type Part = { id: string } | { name: string } | null;

export type RowParts = { project: NonNullable<Part>; client: Part; activity: Part };

/** What is known to exist already, so that a name that was made by an earlier try is found and not made twice. */
export type Known = {
  projects: readonly Project[];
  clients: readonly Client[];
  activities: readonly Activity[];
};

/** Makes what does not exist yet, client before project, and gives the row. */
export async function createRowParts(call: Session['call'], parts: RowParts, known: Known): Promise<RowHead> {
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

async function projectOf(
  call: Session['call'],
  { project, client }: RowParts,
  known: Known,
): Promise<Project> {
  if ('id' in project) {
    const found = known.projects.find(({ projectID }) => projectID === project.id);
    return found ?? call('GET /Projects/:id', { params: { id: project.id } });
  }
  const clientID = await clientIdOf(call, client, known);
  const sameName = known.projects.find(
    (other) => isSame(other.projectName, project.name) && other.clientID === clientID,
  );
  if (sameName) return sameName;
  return call('POST /Projects', {
    body: { projectID: newId(), projectName: project.name, ...(clientID ? { clientID } : {}) },
  });
}

async function clientIdOf(call: Session['call'], client: Part, known: Known): Promise<string | null> {
  if (client === null) return null;
  if ('id' in client) return client.id;
  const found = known.clients.find(({ clientName }) => isSame(clientName, client.name));
  if (found) return found.clientID;
  const made = await call('POST /Clients', { body: { clientID: newId(), clientName: client.name } });
  return made.clientID;
}

async function activityOf(call: Session['call'], activity: Part, known: Known): Promise<Activity | null> {
  if (activity === null) return null;
  const found = known.activities.find((other) =>
    'id' in activity ? other.activityID === activity.id : isSame(other.activityName, activity.name),
  );
  if (found) return found;
  if ('id' in activity) return call('GET /Activities/:id', { params: { id: activity.id } });
  return call('POST /Activities', { body: { activityID: newId(), activityName: activity.name } });
}

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
