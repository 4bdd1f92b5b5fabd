import { burnPercent } from '@stint/domain/time/budget.ts';
import { minutesOfDecimalHours } from '@stint/domain/time/hours.ts';
import { MOST_IDS, namedProjects } from '@stint/domain/time/named-projects.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addOnce } from '../lib/add-once.ts';
import type { Answer, Body, Query } from '../lib/gateway.ts';
import { type ListFilter, longestFirst, WHOLE_LIST } from '../lib/list-filter.ts';
import type { Call } from '../lib/session.ts';

export type Project = Answer<'GET /Projects'>[number];
export type ProjectSummary = Answer<'GET /Projects/:id/Summary'>;
/** A project with one of its activities, to pick from. */
export type Combination = Answer<'GET /Projects/Picker'>[number];
/** What a list of projects can be narrowed to. */
export type ProjectsOnly = Pick<
  Query<'GET /Projects'>,
  'clientID' | 'managerID' | 'projectTypeID' | 'isBillable' | 'mine' | 'overBudget' | 'inactiveDays'
>;
export type ProjectFields = Omit<Body<'POST /Projects'>, 'projectID'>;

/** Combinations that are offered at once. */
export const PICKER_SIZE = 100;

/** Projects the person may use, with colour and billability; of all or of those archived, with a word those that contain it. */
export function projectsQuery(
  call: Call,
  { isArchived = false, q, only = {} }: ListFilter<ProjectsOnly> = {},
) {
  const query = { ...only, ...(q ? { q } : {}) };
  const isNarrowed = Object.keys(only).length > 0;
  return queryOptions({
    queryKey: [
      'projects',
      isArchived ? 'archived' : 'open',
      ...(isNarrowed ? [JSON.stringify(only)] : []),
      ...(q ? [q] : []),
    ],
    queryFn: ({ signal }) =>
      isArchived
        ? call('GET /Projects/GetArchivedProjects', { query }, { signal })
        : call('GET /Projects', { query }, { signal }),
  });
}

/**
 * Projects for what is typed, where the gateway finds one word: the longest, and the next one as long as more have it than
 * one answer holds. The page sees to the others.
 */
export function projectsFoundQuery(call: Call, typed: string) {
  const words = longestFirst(typed);
  return queryOptions({
    queryKey: ['projects', 'found', words.join(' ')],
    queryFn: async ({ signal }) => {
      const found: Project[] = [];
      for (const q of words) {
        const answer = await call('GET /Projects', { query: { q } }, { signal });
        found.push(...answer);
        if (answer.length < WHOLE_LIST) break;
      }
      return found;
    },
    enabled: words.length > 0,
  });
}

/** Where some projects lie, by what `namedProjects` makes of their ids. */
export const projectsByIdKey = (wanted: string) => ['projects', 'byId', wanted] as const;

/** Some projects, by their ids: of thousands a week shows a few. */
export function projectsByIdQuery(call: Call, ids: readonly string[]) {
  const wanted = namedProjects(ids);
  return queryOptions({
    queryKey: projectsByIdKey(wanted),
    queryFn: ({ signal }) => call('GET /Projects', { query: { ids: wanted, total: false } }, { signal }),
    enabled: wanted !== '',
    // A row more is asked for with the others: until the answer is there they keep their colours.
    placeholderData: keepPreviousData,
  });
}

/** The same of any number of them. */
export function projectsByIdQueries(call: Call, ids: readonly string[]) {
  return groupsOf(ids).map((group) => projectsByIdQuery(call, group));
}

/** Ids as they are asked for, as many at a time as may be. */
function groupsOf(ids: readonly string[]): string[][] {
  const sorted = [...new Set(ids)].toSorted();
  return Array.from({ length: Math.ceil(sorted.length / MOST_IDS) }, (_, group) =>
    sorted.slice(group * MOST_IDS, (group + 1) * MOST_IDS),
  );
}

/** Of archived ones, by their ids: time and rates that are on them still name them. */
export function archivedByIdQueries(call: Call, ids: readonly string[]) {
  return groupsOf(ids).map((group) => {
    const wanted = group.join();
    return queryOptions({
      queryKey: ['projects', 'archivedById', wanted],
      queryFn: ({ signal }) =>
        call('GET /Projects/GetArchivedProjects', { query: { ids: wanted } }, { signal }),
    });
  });
}

/** Combinations of project and activity, favourite and recent ones first; with a text, those in which all its words are. */
export function pickerQuery(call: Call, text = '') {
  const query = { size: PICKER_SIZE, ...(text ? { q: text } : {}) };
  return queryOptions({
    queryKey: ['projects', 'picker', text],
    queryFn: ({ signal }) => call('GET /Projects/Picker', { query }, { signal }),
  });
}

/** Keeps a combination at hand, for this person on every device, or no longer. */
export function setFavourite(call: Call, row: Body<'PUT /Projects/Favourite'>) {
  return call('PUT /Projects/Favourite', { body: row });
}

/** Open projects that have a budget in hours or, for those who may see it, in money, and those whose budget is used up. */
export function budgetedQuery(call: Call) {
  return queryOptions({
    queryKey: ['projects', 'budgeted'],
    queryFn: async ({ signal }) => {
      const [open, over] = await Promise.all([
        call('GET /Projects', {}, { signal }),
        overBudget(call, signal),
      ]);
      const isOver = new Set(over.map(({ projectID }) => projectID));
      const isOpen = new Set(open.map(({ projectID }) => projectID));
      // Those that are over stand here also where the list of open ones does not reach them.
      return [...open, ...over.filter(({ projectID }) => !isOpen.has(projectID))]
        .filter(
          ({ projectID, budgetHours, budgetAmount }) => isOver.has(projectID) || budgetHours || budgetAmount,
        )
        .map((project) => ({ project, isOver: isOver.has(project.projectID) }));
    },
  });
}

/** The most rows of one page of a search. */
const PAGE_SIZE = 200;

/** All projects that used more than their budget, page by page. */
async function overBudget(call: Call, signal: AbortSignal): Promise<Project[]> {
  const found: Project[] = [];
  for (let page = 1; ; page += 1) {
    const query = { overBudget: true, page, size: PAGE_SIZE };
    const { items } = await call('GET /Projects/SearchAllProjects', { query }, { signal });
    found.push(...items);
    if (items.length < PAGE_SIZE) return found;
  }
}

/** From so much of a budget on it is near its limit, in percent. */
export const NEAR_BUDGET_PERCENT = 80;

/** How much of a budget in hours is used, of this month where it is one for each; null where there is none: a list has no amounts. */
export function usedPercent({ budgetKind, budgetHours, budgetPeriod, ...project }: Project): number | null {
  if (budgetKind !== 'hours' || !budgetHours) return null;
  return burnPercent(
    budgetPeriod === 'month' ? project.monthMinutes : project.trackedMinutes,
    minutesOfDecimalHours(budgetHours),
  );
}

/** How a project burns its budget, by month, person and activity. */
export function projectSummaryQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: ['projects', 'summary', id],
    queryFn: ({ signal }) => call('GET /Projects/:id/Summary', { params: { id } }, { signal }),
  });
}

/** The projects of a client, open ones first. */
export function projectsOfQuery(call: Call, clientID: string) {
  return queryOptions({
    queryKey: ['projects', 'of', clientID],
    queryFn: async ({ signal }) => {
      const query = { clientID, sort: 'name' } as const;
      const [open, archived] = await Promise.all([
        call('GET /Projects', { query }, { signal }),
        call('GET /Projects/GetArchivedProjects', { query }, { signal }),
      ]);
      return [...open, ...archived];
    },
  });
}

export function projectQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: ['projects', 'one', id],
    queryFn: ({ signal }) => call('GET /Projects/:id', { params: { id } }, { signal }),
  });
}

/** What projects are kept for: which of them are billable at first, and the like. */
export function projectTypesQuery(call: Call) {
  return queryOptions({
    queryKey: ['projectTypes'],
    queryFn: ({ signal }) => call('GET /ProjectTypeMaster', {}, { signal }),
  });
}

export function readProject(call: Call, id: string): Promise<Project> {
  return call('GET /Projects/:id', { params: { id } });
}

/** @param projectID the same for each try */
export function createProject(call: Call, projectID: string, fields: ProjectFields): Promise<Project> {
  const body = { projectID, ...fields };
  return addOnce({
    add: () => call('POST /Projects', { body }, { idempotencyKey: projectID }),
    read: () => readProject(call, projectID),
    change: (project) => changeProject(call, project, fields),
  });
}

export function changeProject(call: Call, project: Project, fields: ProjectFields): Promise<Project> {
  const body = { ...fields, version: project.version };
  return call('PUT /Projects/:id', { params: { id: project.projectID }, body });
}

/** @param idempotencyKey the same for each try of the same name */
export function duplicateProject(
  call: Call,
  { projectID }: Project,
  projectName: string,
  idempotencyKey: string,
) {
  const input = { params: { id: projectID }, body: { projectName } };
  return call('POST /Projects/:id/Duplicate', input, { idempotencyKey });
}

export function archiveProject(call: Call, { projectID }: Project) {
  return call('DELETE /Projects/:id', { params: { id: projectID } });
}

export function restoreProject(call: Call, { projectID }: Project) {
  return call('PUT /Projects/:id/Restore', { params: { id: projectID } });
}
