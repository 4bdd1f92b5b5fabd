import type { Ability } from '../../workspace/permissions.ts';

/**
 * Who may call a route of the gateway: `public` nobody is asked · `account` any signed-in person · `workspaceLife` a
 * signed-in person whose role in the named workspace the handler checks · `member` a member of the token's workspace ·
 * otherwise a member who has this ability for anything at all; the handler asks again for the very thing.
 */
export type GatewayAccess = 'public' | 'account' | 'workspaceLife' | 'member' | Ability;
