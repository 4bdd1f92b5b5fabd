/** The roles of a workspace, highest first. */
export const ROLES = ['owner', 'admin', 'editor', 'member'] as const;

/** What a person is in a workspace. */
export type Role = (typeof ROLES)[number];

/** Roles by tenant id, as the access token and the user record carry them. */
export type Authorization = Readonly<Record<string, { readonly roles: readonly string[] }>>;

const RANKS: Readonly<Record<Role, number>> = { owner: 4, admin: 3, editor: 2, member: 1 };

/** Whether a text is the name of a role. */
export function isRole(text: unknown): text is Role {
  return ROLES.some((role) => role === text);
}

/** A number that is higher for a role that may do more: owner 4, admin 3, editor 2, member 1. */
export function roleRank(role: Role): number {
  return RANKS[role];
}

/** Whether the first role is the second or above it. */
export function isAtLeast(role: Role, other: Role): boolean {
  return RANKS[role] >= RANKS[other];
}

/** The highest of several role names; unknown names do not count, and without a known one there is none. */
export function highestRole(names: readonly string[]): Role | null {
  return ROLES.find((role) => names.includes(role)) ?? null;
}

/**
 * Whether somebody may give a role to a person who has another one (null: none yet). Owners and admins manage people,
 * nobody grants above the own role or touches somebody above it, so an owner is changed by owners alone (security 10).
 */
export function canGrantRole(actor: Role, granted: Role, current: Role | null = null): boolean {
  return (
    isAtLeast(actor, 'admin') && isAtLeast(actor, granted) && (current === null || isAtLeast(actor, current))
  );
}

/** The roles that somebody may give to a person who has another one, highest first: the options of a role menu. */
export function grantableRoles(actor: Role, current: Role | null = null): Role[] {
  return ROLES.filter((role) => canGrantRole(actor, role, current));
}

/** True when the role is in the tenant's list, false in every other case. */
export function hasRole(
  authorization: Authorization | null | undefined,
  tenantId: string | null | undefined,
  role: string,
): boolean {
  return rolesIn(authorization, tenantId).includes(role);
}

/** The current role: the first in the tenant's list, or null. */
export function currentRole(
  authorization: Authorization | null | undefined,
  tenantId: string | null | undefined,
): string | null {
  return rolesIn(authorization, tenantId)[0] ?? null;
}

function rolesIn(
  authorization: Authorization | null | undefined,
  tenantId: string | null | undefined,
): readonly string[] {
  if (!authorization || !tenantId || !Object.hasOwn(authorization, tenantId)) return [];
  const roles: unknown = authorization[tenantId]?.roles;
  return Array.isArray(roles) ? roles.filter((role): role is string => typeof role === 'string') : [];
}
