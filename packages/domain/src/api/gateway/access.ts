import type { Ability } from '../../workspace/permissions.ts';
import type { RouteDefinition } from '../route.ts';

/**
 * Who may call a route of the gateway: `public` nobody is asked · `account` any signed-in person · `namedWorkspace` a
 * signed-in person whose role in the workspace that the path names the handler checks · `member` a member of the token's
 * workspace · otherwise a member who has this ability for anything at all; the handler asks again for the very thing.
 */
export type GatewayAccess = 'public' | 'account' | 'namedWorkspace' | 'member' | Ability;

/** What a personal token never reaches: payment, the workspace as a whole, people, and what outlives the token itself. */
type SessionAccess =
  | 'account'
  | 'namedWorkspace'
  | 'billing.manage'
  | 'workspace.transfer'
  | 'workspace.delete'
  | 'token.own'
  | 'member.manage'
  | 'report.publish'
  | 'webhook.manage';

type Row<Access extends GatewayAccess> = RouteDefinition<Access> & {
  /** A write that an inactive subscription does not pause: paying, ending what leaked, and stopping a timer. */
  openWhenInactive?: true;
};

/** A row of the gateway: one that is for sessions alone says so, or it does not compile. */
export type GatewayRoute =
  | (Row<SessionAccess> & { sessionOnly: true; whileProviderAway?: never })
  | (Row<Exclude<GatewayAccess, SessionAccess>> & {
      sessionOnly?: true;
      /** A read or a save of one's own, which goes on for a while without the provider. */
      whileProviderAway?: true;
    });

/** Fixes the literal types of a table of the gateway while checking its rows. */
export function defineGatewayRoutes<const Table extends Record<string, GatewayRoute>>(table: Table): Table {
  return table;
}
