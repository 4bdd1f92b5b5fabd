import { type Ability, type Actor, can } from '@stint/domain/workspace/permissions.ts';
import { useApp } from './app-context.ts';
import type { WorkspaceStart } from './gateway.ts';

/** The signed-in person as the permission table sees them. */
export function actorOf({ me, settings }: WorkspaceStart): Actor {
  const { teamMemberID, role, createEditProjects, createEditClientsActivities, createEditTime } = me;
  return {
    teamMemberID,
    role,
    createEditProjects,
    createEditClientsActivities,
    createEditTime,
    editorsSeeBillRates: settings.editorsSeeBillRates,
  };
}

/** Whether the person may do something at all; the server asks again for the very thing. */
export function useCan(ability: Ability): boolean {
  return can(actorOf(useApp().start), ability);
}
