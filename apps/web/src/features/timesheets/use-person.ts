import { can } from '@stint/domain/workspace/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { memberQuery } from '../../entities/team-member.ts';
import { actorOf } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';

/** Somebody whose week is looked at. */
export type Person = {
  teamMemberID: string;
  name: string;
  /** Some of it at least; of a manager's projects the server decides entry by entry. */
  mayEdit: boolean;
};

/** The person that the address names; null for the own week. */
export function usePerson(wished: string | undefined): Person | null {
  const { session, start } = useApp();
  const isOther = wished !== undefined && wished !== start.me.teamMemberID;
  const member = useQuery({ ...memberQuery(session.call, wished ?? ''), enabled: isOther });
  if (!isOther) return null;
  const { firstName = '', lastName = '', approverID = null } = member.data ?? {};
  const actor = actorOf(start);
  // An editor may have projects in the week; who is no editor needs to be the person's approver.
  const managerID = actor.role === 'editor' ? actor.teamMemberID : null;
  return {
    teamMemberID: wished,
    name: `${firstName} ${lastName}`.trim(),
    mayEdit: can(actor, 'time.editOthers', { teamMemberID: wished, approverID, managerID }),
  };
}
