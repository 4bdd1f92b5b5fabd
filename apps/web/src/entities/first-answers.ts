import { callTarget } from '@stint/domain/api/caller.ts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { KnownAnswers } from '../lib/api-client.ts';
import type { Call } from '../lib/session.ts';
import { isActiveQuery } from './subscription.ts';
import { weekKey } from './week.ts';
import { regionQuery, workspaceQuery } from './workspace.ts';

const WEEK = /^\/TimeSheet\/GetByWeek\/([^/]+)\/([\d-]+)$/;

/** Puts the answers that came with the page where their queries look for them, so that none of them is asked. */
export function seedQueries(queryClient: QueryClient, call: Call, known: KnownAnswers): void {
  const keys: Record<string, QueryKey> = {
    [pathOf('GET /Workspace')]: workspaceQuery(call).queryKey,
    [pathOf('GET /Subscription/GetSubscriptionActiveStatus')]: isActiveQuery(call).queryKey,
    [pathOf('GET /RegionMaster/GetRegionCode')]: regionQuery(call).queryKey,
  };
  for (const [path, { body }] of Object.entries(known)) {
    const [, teamMemberID = '', weekEndDate = ''] = WEEK.exec(path) ?? [];
    const key = teamMemberID ? weekKey({ teamMemberID, weekEndDate }) : keys[path];
    if (key) queryClient.setQueryData(key, body);
  }
}

function pathOf(key: string): string {
  return callTarget(key, {}).path;
}
