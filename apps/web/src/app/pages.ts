import { type Ability, can } from '@stint/domain/workspace/permissions.ts';
import { mayDecide } from '../entities/approval.ts';
import { actorOf } from '../lib/actor.ts';
import type { WorkspaceStart } from '../lib/gateway.ts';
import { pageTitles } from '../messages/common.ts';
import type { IconName } from '../ui/icon.tsx';

/** `member` any member of the workspace; `decider` somebody with an approvals inbox; otherwise somebody with this ability. */
export type Access = 'member' | 'decider' | Ability;

export type NavigationItem = { path: string; label: string; icon: IconName; access: Access; key?: string };

/** The pages of a workspace that exist, in the order of the rail. */
export const navigation = [
  { path: '/time', label: pageTitles.time, icon: 'time', access: 'member', key: 'T' },
  { path: '/approvals', label: pageTitles.approvals, icon: 'approvals', access: 'decider' },
  { path: '/projects', label: pageTitles.projects, icon: 'projects', access: 'project.see', key: 'P' },
  { path: '/clients', label: pageTitles.clients, icon: 'clients', access: 'member', key: 'C' },
  { path: '/activities', label: pageTitles.activities, icon: 'activities', access: 'member', key: 'A' },
  { path: '/team', label: pageTitles.team, icon: 'team', access: 'member' },
  { path: '/settings', label: pageTitles.settings, icon: 'settings', access: 'member' },
] as const satisfies NavigationItem[];

/** Pages reached from elsewhere. */
export const otherPages = [
  { path: '/billing', label: pageTitles.billing, icon: 'billing', access: 'member' },
] as const satisfies NavigationItem[];

/** The pages of the rail that are open to this person. */
export function openPages(start: WorkspaceStart): (typeof navigation)[number][] {
  const actor = actorOf(start);
  return navigation.filter(({ access }) => {
    if (access === 'decider') return mayDecide(start);
    return access === 'member' || can(actor, access);
  });
}
