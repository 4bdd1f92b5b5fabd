import { callTarget } from '@stint/domain/api/caller.ts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { KnownAnswers } from '../lib/api-client.ts';
import type { Call } from '../lib/session.ts';
import { projectsByIdKey } from './project.ts';
import { isActiveQuery } from './subscription.ts';
import { weekKey } from './week.ts';
import { regionQuery, workspaceQuery } from './workspace.ts';

const WEEK = /^\/TimeSheet\/GetByWeek\/([^/]+)\/([\d-]+)$/;
const PROJECTS = /^\/Projects\?(ids=.+)$/;

/** Puts the answers that came with the page where their queries look for them, so that none of them is asked. */
export function seedQueries(queryClient: QueryClient, call: Call, known: KnownAnswers): void {
  const keys: Record<string, QueryKey> = {
    [pathOf('GET /Workspace')]: workspaceQuery(call).queryKey,
    [pathOf('GET /Subscription/GetSubscriptionActiveStatus')]: isActiveQuery(call).queryKey,
    [pathOf('GET /RegionMaster/GetRegionCode')]: regionQuery(call).queryKey,
  };
  for (const [path, { body }] of Object.entries(known)) {
    const key = keyOfWeek(path) ?? keyOfProjects(path) ?? keys[path];
    if (key) queryClient.setQueryData(key, body);
  }
}

function keyOfWeek(path: string): QueryKey | null {
  const [, teamMemberID = '', weekEndDate = ''] = WEEK.exec(path) ?? [];
  return teamMemberID ? weekKey({ teamMemberID, weekEndDate }) : null;
}

/** The projects of the week, whose colours its rows have. */
function keyOfProjects(path: string): QueryKey | null {
  const ids = new URLSearchParams(PROJECTS.exec(path)?.[1]).get('ids');
  return ids ? projectsByIdKey(ids) : null;
}

function pathOf(key: string): string {
  return callTarget(key, {}).path;
}
