import { weekEndOf } from '@stint/domain/time/week.ts';
import { queryOptions } from '@tanstack/react-query';
import { newId } from '../lib/new-id.ts';
import { sampleHours } from '../lib/sample-hours.ts';
import type { Call } from '../lib/session.ts';
import { archiveClient, type Client, createClient, restoreClient } from './client.ts';
import { archiveProject, createProject, type Project, restoreProject } from './project.ts';
import { type Entry, saveWeek } from './week.ts';

/** Marks the sample client; its projects and hours are found by it, on every device, and nothing else is touched. */
const CODE = 'SAMPLE';
/** Marks hours that the sample brought; others on a sample project are somebody's own. */
export const SAMPLE_MARK = 'sample';

/** What the sample is called, in the language of the page. */
export type SampleWords = { client: string; website: string; brand: string; comments: readonly string[] };

/** Whether the sample is in the workspace now. */
export function sampleQuery(call: Call) {
  return queryOptions({
    queryKey: ['clients', 'sample'],
    queryFn: async () => ((await findClient(call)) ? 'there' : 'none') as 'there' | 'none',
  });
}

/** Adds a client, two projects and two weeks of the person's own hours. Begun again it goes on where it stopped. */
export async function addSample(
  call: Call,
  { teamMemberID, today, words }: { teamMemberID: string; today: string; words: SampleWords },
): Promise<void> {
  const { clientID } = await openClient(call, words.client);
  const projects = await openProjects(call, clientID, [words.website, words.brand]);
  const known = await sampleEntries(call, clientID, teamMemberID);
  for (const { weekEndDate, entries } of sampleHours(today)) {
    const upserts = entries.flatMap(({ project, workDate, minutes, isBillable, note }) => {
      const projectID = projects[project]?.projectID ?? '';
      const isThere = known.some((one) => one.projectID === projectID && one.workDate === workDate);
      if (isThere) return [];
      const comment = words.comments[note] ?? '';
      return [
        {
          timesheetID: newId(),
          projectID,
          activityID: null,
          workDate,
          minutes,
          isBillable,
          comment,
          externalRef: SAMPLE_MARK,
        },
      ];
    });
    if (upserts.length > 0) await saveWeek(call, { teamMemberID, weekEndDate, upserts }, newId());
  }
}

/** Takes the sample out: its hours are deleted, its client and projects archived, as other hours may be on them by now. */
export async function removeSample(call: Call, teamMemberID: string): Promise<void> {
  const client = await findClient(call);
  if (!client) return;
  const entries = await sampleEntries(call, client.clientID, teamMemberID);
  const weeks = Map.groupBy(entries, ({ workDate }) => weekEndOf(workDate));
  for (const [weekEndDate, found] of weeks) {
    const deletes = found.map(({ timesheetID, version }) => ({ timesheetID, version }));
    await saveWeek(call, { teamMemberID, weekEndDate, upserts: [], deletes }, newId());
  }
  for (const project of await projectsOf(call, client.clientID, false)) await archiveProject(call, project);
  await archiveClient(call, client);
}

/** Whether a project came with the sample. */
export function isSampleProject({ code }: Pick<Project, 'code'>): boolean {
  return code?.startsWith(`${CODE}-`) === true;
}

async function findClient(call: Call): Promise<Client | undefined> {
  const clients = await call('GET /Clients', { query: { q: CODE } });
  return clients.find(({ code }) => code === CODE);
}

async function openClient(call: Call, clientName: string): Promise<Client> {
  const found = await findClient(call);
  if (found) return found;
  const archived = await call('GET /Clients/GetArchivedClients', { query: { q: CODE } });
  const former = archived.find(({ code }) => code === CODE);
  return former ? restoreClient(call, former) : createClient(call, newId(), { clientName, code: CODE });
}

/** In the order of their names here. */
async function openProjects(call: Call, clientID: string, names: readonly string[]): Promise<Project[]> {
  const open = await projectsOf(call, clientID, false);
  const archived = await projectsOf(call, clientID, true);
  const projects: Project[] = [];
  for (const [index, projectName] of names.entries()) {
    const same = ({ code }: Project) => code === `${CODE}-${index + 1}`;
    const former = archived.find(same);
    projects.push(
      open.find(same) ??
        (former
          ? await restoreProject(call, former)
          : await createProject(call, newId(), {
              projectName,
              clientID,
              code: `${CODE}-${index + 1}`,
              isBillable: index === 0,
            })),
    );
  }
  return projects;
}

async function projectsOf(call: Call, clientID: string, isArchived: boolean): Promise<Project[]> {
  const query = { q: CODE };
  const found = isArchived
    ? await call('GET /Projects/GetArchivedProjects', { query })
    : await call('GET /Projects', { query });
  return found.filter((project) => project.clientID === clientID);
}

async function sampleEntries(call: Call, clientID: string, teamMemberID: string): Promise<Entry[]> {
  const query = { clientID, teamMemberID, size: 200 };
  const entries = await call('GET /TimeSheet/Entries', { query });
  return entries.filter(({ externalRef }) => externalRef === SAMPLE_MARK);
}
