import { createHmac } from 'node:crypto';
import type { GatewayAccess, GatewayRoute } from '@stint/domain/api/gateway/access.ts';
import { ABILITIES, type Ability } from '@stint/domain/workspace/permissions.ts';
import { checkList } from '../../platform/check-list.ts';
import type { AccessChecks, Http } from '../../platform/http.ts';
import { createTokenBuckets } from '../../platform/token-bucket.ts';
import { databaseOf, regionsOf } from '../change-feed/last-write.ts';
import type { AccountContext, GatewayDeps, MemberContext, PublicContext, RequestInfo } from '../context.ts';
import type { AccessParts, Asked, CheckParts } from './asked.ts';
import { limitCaller, readToken, requireAlive, requireSession } from './caller.ts';
import { limitAddress } from './limit.ts';
import { keepToOwn, readRole, requireMember, requireOpenWorkspace } from './membership.ts';
import { createIdentifyToken } from './personal-tokens.ts';
import { checkAbility, checkSubscription, checkTokenRights } from './rights.ts';
import {
  catchUpWithWrites,
  compareScopeHeaders,
  locateWorkspace,
  readHost,
  readRegion,
  requireAccountHost,
  requireScopeHeaders,
  requireWorkspaceHost,
} from './scope.ts';

/** What each access word gives its handlers. */
export type GatewayContexts = {
  public: PublicContext;
  account: AccountContext;
  namedWorkspace: AccountContext;
  member: MemberContext;
} & { [Name in Ability]: MemberContext };

const ofRequest = checkList<CheckParts, Asked>().and(readHost);
const ofCaller = ofRequest.and(readToken).and(limitCaller).and(requireAlive);

/**
 * The checks of a request in their order, by what the access word of its row stands for. A stranger is refused before
 * anything is looked up for them, and nobody learns of a workspace more than their place in it tells.
 */
export const checksInOrder = {
  anybody: ofRequest.and(limitAddress),
  person: ofCaller.and(requireSession).and(compareScopeHeaders).and(requireAccountHost),
  member: ofCaller
    .and(requireScopeHeaders)
    .and(readRegion)
    .and(catchUpWithWrites)
    .and(locateWorkspace)
    .and(requireWorkspaceHost)
    .and(requireMember)
    .and(keepToOwn)
    .and(requireOpenWorkspace)
    .and(readRole)
    .and(checkTokenRights)
    .and(checkSubscription)
    .and(checkAbility),
};

/** A check for each access word of the tables. */
export function createAccessChecks(deps: GatewayDeps, access: AccessParts): AccessChecks<GatewayContexts> {
  const { auth, clock } = deps;
  const parts: CheckParts = {
    ...deps,
    ...access,
    buckets: createTokenBuckets(clock),
    identifyToken: createIdentifyToken(deps, access),
  };
  const asked = (http: Http, row: unknown): Asked => {
    // Node keeps the address of a socket once it was read: who hangs up during the checks has none any more.
    void http.request.ip;
    return { http, row: row as GatewayRoute, isAgain: false };
  };
  const info = ({ request }: Http) => new RequestFacts(request, auth.adminKey, clock.now());

  async function anybody(http: Http, row: unknown): Promise<PublicContext> {
    await checksInOrder.anybody.run(asked(http, row), parts);
    return { info: info(http) };
  }

  async function person(http: Http, row: unknown): Promise<AccountContext> {
    const { identity } = await checksInOrder.person.run(asked(http, row), parts);
    http.request.callerFacts = { session: identity.sessionId };
    return { identity, info: info(http), regions: regionsOf(deps.regions, http.reply) };
  }

  async function member(request: Asked): Promise<MemberContext> {
    const known = await checksInOrder.member.run(request, parts);
    const { http, identity, workspace, actor, knowsLastWrite } = known;
    http.request.callerFacts = { workspace: workspace.publicId, session: identity.sessionId };
    return {
      identity,
      info: info(http),
      workspace,
      member: { ...known.member, role: actor.role },
      actor,
      database: databaseOf(workspace.region, http.reply),
      knowsLastWrite,
      tenantId: workspace.tenantId,
      checkAgain: () => member({ ...request, isAgain: true }),
    };
  }

  const memberOf = (http: Http, row: unknown) => member(asked(http, row));
  const abilities = Object.fromEntries(Object.keys(ABILITIES).map((name) => [name, memberOf]));
  const words: Record<Exclude<GatewayAccess, Ability>, unknown> = {
    public: anybody,
    account: person,
    namedWorkspace: person,
    member: memberOf,
  };
  return { ...abilities, ...words } as AccessChecks<GatewayContexts>;
}

/** A class: an object with a getter of its own costs each request as much as a look at its address. */
class RequestFacts implements RequestInfo {
  readonly requestId: string;
  readonly now: Date;
  readonly #address: string;
  readonly #key: string;
  constructor({ id, ip }: Http['request'], key: string, now: Date) {
    this.requestId = id;
    this.now = now;
    // Read at once: who has hung up by then has no address any more.
    this.#address = ip ?? '';
    this.#key = key;
  }
  /** Computed when it is read: only rows of the audit and the like keep it. */
  get ipHash(): string {
    return createHmac('sha256', this.#key).update(this.#address).digest('base64url').slice(0, 22);
  }
}
