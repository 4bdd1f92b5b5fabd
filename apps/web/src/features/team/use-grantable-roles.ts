import { grantableRoles, type Role } from '@stint/domain/workspace/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { rolesQuery } from '../../entities/role.ts';
import { useApp } from '../../lib/app-context.ts';

/** The roles of the workspace, highest first, that this person may give; none of them until the list has come. */
export function useGrantableRoles(current?: Role): { roles: Role[]; error: unknown } {
  const { session, start } = useApp();
  const { data = [], error } = useQuery(rolesQuery(session.call));
  const grantable = grantableRoles(start.me.role, current);
  const roles = [...data].sort((a, b) => b.rank - a.rank).map(({ name }) => name);
  return { roles: roles.filter((name) => grantable.includes(name)), error };
}
