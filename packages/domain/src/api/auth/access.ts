import type { RouteDefinition } from '../route.ts';

/**
 * Who may call a route of the provider. `public`: anybody from an allowed origin. `sign-in`: the same, and a first-factor
 * token counts where one is sent. `user`: an access token. `factor`: a first-factor or an access token. `refresh`: a
 * refresh token. `admin`: an admin key. `reader`: an admin or readonly key. `owner`: an admin key, or the access token of
 * an owner of that tenant. `manager`: an admin key, or the access token of an owner or admin of that tenant. `creator`:
 * an admin key or an access token.
 */
export type AuthAccess = PersonAccess | KeyAccess;
type PersonAccess = 'public' | 'sign-in' | 'user' | 'factor' | 'refresh';

/** Access words that let a server in with a key. */
export const keyAccess = ['admin', 'reader', 'owner', 'manager', 'creator'] as const;
export type KeyAccess = (typeof keyAccess)[number];

/**
 * What a server reaches by a route. A key speaks for its own tenant and the children of it, in the key's own world; all
 * else looks as if it were not there. The provider's one function for it is `auth/mechanisms/keys/reach.ts`.
 *
 * - `tenant`: the tenant that path or body name (the key's own where they name none) is one of the key's.
 * - `parent`: the same for the tenant that a new one goes under.
 * - `member`: and so is the person: everybody of a root tenant, the members of a child.
 * - `known`: as `member`, and who was invited to the child, shown with nothing but what the invitation said.
 * - `account`: as `member`, and it touches what the person is beyond one tenant: a root tenant's key alone.
 * - `feed`: names nothing; lists what happened in the key's tenants.
 * - `recipient`: the address is one that the key may write to: anybody's for a root tenant, a member's for a child.
 */
export type KeyReach = 'tenant' | 'parent' | 'member' | 'known' | 'account' | 'feed' | 'recipient';

type Row<Access extends AuthAccess> = RouteDefinition<Access> & {
  /** It touches the account beyond one tenant: refused to a session that a child's own provider began. */
  wholeAccount?: true;
  /** The root's own session may make it at a child: entering it, and what a role there allows. */
  rootMayAct?: true;
  /** It runs on connections that are kept free for it: whatever else is busy, people get in and stay in. */
  reserved?: true;
  /** Older clients also make it without the tenant in the path; `tenantId` is in the body then (protocol 7). */
  shortPath?: true;
};

type ReservedAccess = 'sign-in' | 'refresh' | 'factor';
type RoleAccess = 'reader' | 'owner' | 'manager';

/** A row of the provider; what its access word brings with it stands in the row all the same, or it does not compile. */
export type AuthRoute =
  | (Row<Exclude<PersonAccess, ReservedAccess>> & { reach?: never })
  | (Row<ReservedAccess> & { reach?: never; reserved: true })
  | (Row<Exclude<KeyAccess, RoleAccess>> & { reach: KeyReach })
  | (Row<RoleAccess> & { reach: KeyReach; rootMayAct: true });

/** Fixes the literal types of a table of the provider while checking its rows. */
export function defineAuthRoutes<const Table extends Record<string, AuthRoute>>(table: Table): Table {
  return table;
}
