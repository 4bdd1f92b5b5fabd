/** The roles of a workspace, highest first. */
export const ROLES = ['owner', 'admin', 'editor', 'member'] as const;

/** What a person is in a workspace. */
export type Role = (typeof ROLES)[number];

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
