import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invitationsQuery } from '../../entities/invitation.ts';
import { ownHoursQuery } from '../../entities/own-hours.ts';
import { projectsQuery } from '../../entities/project.ts';
import { isSampleProject, sampleQuery } from '../../entities/sample-data.ts';
import { teamQuery } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';

export type StepName = 'project' | 'invite' | 'hour';

const keyOf = (tenantId: string) => `stint.checklist.${tenantId}`;

/** Whether this browser has seen the end of it, or somebody hid it: nothing is asked then. */
export function isChecklistOver(tenantId: string): boolean {
  return localStorage.getItem(keyOf(tenantId)) !== null;
}

export function endChecklist(tenantId: string): void {
  localStorage.setItem(keyOf(tenantId), 'over');
}

/** Which of the three steps is done, by what the workspace holds; null until that is known. */
export function useSteps(): (Record<StepName, boolean> & { isOver: boolean }) | null {
  const { session, start } = useApp();
  const { call } = session;
  const { teamMemberID } = start.me;
  const projects = useQuery(projectsQuery(call));
  const team = useQuery(teamQuery(call, teamMemberID, false));
  const invitations = useQuery(invitationsQuery(call));
  const hours = useQuery(ownHoursQuery(call, teamMemberID));
  const sample = useQuery(sampleQuery(call));
  const isKnown =
    projects.data && team.data && invitations.data && hours.data !== undefined && sample.data !== undefined;
  const steps = isKnown
    ? {
        project: projects.data.some((project) => !isSampleProject(project)),
        invite: team.data.length > 1 || invitations.data.length > 0,
        hour: hours.data > 0,
      }
    : null;
  // While the sample is there, so is the button that takes it out.
  const isOver = sample.data === 'none' && steps !== null && Object.values(steps).every(Boolean);
  useEffect(() => {
    if (isOver) endChecklist(start.tenantID);
  }, [isOver, start.tenantID]);
  return steps && { ...steps, isOver };
}
