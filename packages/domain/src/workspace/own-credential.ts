import { highestRole, type Role } from './roles.ts';

/** What the provider says of a person, as far as it decides on credentials that are no sessions. */
export interface Standing {
  isLocked: boolean;
  /** Tokens for programs made before are void: a new password, a lock, an address that was put back. */
  tokensValidFrom: Date | null;
  /** By public tenant id. `since` is null where a provider does not say it. */
  memberships: Readonly<Record<string, { readonly roles: readonly string[]; readonly since: Date | null }>>;
}

/** What belongs to a person, beside sessions: it ends or shrinks with the person, whoever holds it. */
export type OwnCredential = 'token' | 'calendar' | 'job' | 'invitation';

/** Which of them a new password ends as it ends sessions. */
const endsWithPassword: Readonly<Record<OwnCredential, boolean>> = {
  token: true,
  calendar: false,
  job: false,
  invitation: false,
};

/**
 * The role that stands behind a person's own credential in a workspace, or null when nothing does any more: the person is
 * gone or locked, no longer a member, left and came back since, or has a new password where that counts.
 * @param standing null for a person whom the provider does not know
 * @param tenantId public id of the workspace
 */
export function roleBehind(
  credential: { kind: OwnCredential; madeAt: Date },
  standing: Standing | null,
  tenantId: string,
): Role | null {
  if (!standing || standing.isLocked || !Object.hasOwn(standing.memberships, tenantId)) return null;
  const validFrom = endsWithPassword[credential.kind] ? standing.tokensValidFrom : null;
  const since = standing.memberships[tenantId]?.since ?? null;
  const isVoid = [validFrom, since].some((from) => from !== null && credential.madeAt < from);
  return isVoid ? null : highestRole(standing.memberships[tenantId]?.roles ?? []);
}
