import { createHmac } from 'node:crypto';
import type { GatewayAccess } from '@stint/domain/api/gateway/access.ts';
import type { RateClass, RouteDefinition } from '@stint/domain/api/route.ts';
import { AppError } from '@stint/domain/errors.ts';
import { ABILITIES, type Ability, type Actor, can } from '@stint/domain/workspace/permissions.ts';
import { highestRole, type Role } from '@stint/domain/workspace/roles.ts';
import type { AccessChecks, Http } from '../../platform/http.ts';
import { type BucketSize, createTokenBuckets } from '../../platform/token-bucket.ts';
import { readLastWrites, tellingWrites } from '../change-feed/last-write.ts';
import type {
  AccountContext,
  GatewayDeps,
  Identity,
  MemberContext,
  PublicContext,
  RequestInfo,
  Workspace,
} from '../context.ts';
import type { Liveness } from '../token/liveness.ts';
import type { TokenVerifier } from '../token/verify.ts';
import { parsePersonalToken, requireBearer } from './bearer.ts';
import { type Directory, requireLocated } from './directory.ts';
import { effectiveRole, type MemberStates, type StoredMember } from './member-state.ts';
import { createIdentifyToken } from './personal-tokens.ts';
import { syncRole } from './role-copy.ts';
import {
  checkAccountHost,
  checkScopeHeaders,
  checkWorkspaceHost,
  requirePlace,
  requireRegionCode,
} from './scope.ts';
import type { Standings } from './standings.ts';

/** What each access word gives its handlers. */
export type GatewayContexts = {
  public: PublicContext;
  account: AccountContext;
  workspaceLife: AccountContext;
  member: MemberContext;
} & { [Name in Ability]: MemberContext };

export type AccessParts = {
  verifier: TokenVerifier;
  liveness: Liveness;
  directory: Directory;
  states: MemberStates;
  standings: Standings;
};

/** Calls a minute and the burst of each rate class, per session; public ones per address (security 2). */
export const bucketSizes: Record<RateClass, BucketSize | null> = {
  read: { perMinute: 600, burst: 100 },
  write: { perMinute: 600, burst: 100 },
  credential: { perMinute: 60, burst: 30 },
  send: { perMinute: 30, burst: 30 },
  signup: { perMinute: 30, burst: 10 },
  import: { perMinute: 5 / 60, burst: 5 },
  export: { perMinute: 10, burst: 10 },
  none: null,
};

/** What an inactive subscription pauses: changes of time and catalogue. Paying stays open, and so does ending what leaked. */
const writes: ReadonlySet<RateClass> = new Set(['write', 'send', 'import']);
const openWhenInactive = new Set([
  'DELETE /Tokens/:id',
  'DELETE /Calendar',
  'PUT /TeamMember/:id/Preferences',
]);

/** What a personal token never reaches: payment, the workspace as a whole, people, and other tokens and webhooks, which outlive it. */
const sessionOnly = new Set<string>([
  'account',
  'workspaceLife',
  'billing.manage',
  'workspace.transfer',
  'workspace.delete',
  'token.own',
  'member.manage',
  'webhook.manage',
]);

/** The named checks of a request in their order: host, token, limit, scope, member, subscription, ability. */
export function createAccessChecks(deps: GatewayDeps, parts: AccessParts): AccessChecks<GatewayContexts> {
  const { config, auth, clock } = deps;
  const buckets = createTokenBuckets(clock);
  const identifyToken = createIdentifyToken(deps, parts);

  const info = ({ request }: Http): RequestInfo => ({
    requestId: request.id,
    // Computed when it is read: only rows of the audit and the like keep it.
    get ipHash() {
      return createHmac('sha256', auth.adminKey).update(request.ip).digest('base64url').slice(0, 22);
    },
    now: clock.now(),
  });

  function limit({ reply }: Http, row: RouteDefinition, who: string): void {
    const size = bucketSizes[row.rate];
    if (!size) return;
    const left = buckets.take(`${row.rate} ${who}`, size);
    reply
      .header('ratelimit-limit', Math.max(1, Math.round(size.perMinute)))
      .header('ratelimit-remaining', left);
  }

  async function identify({ request }: Http, count: (who: string) => void): Promise<Identity> {
    const text = requireBearer(request);
    const personal = parsePersonalToken(text);
    if (personal) {
      count(`token ${personal.tokenId}`);
      return identifyToken(personal);
    }
    const verified = await parts.verifier.verify(text);
    count(verified.identity.sessionId);
    await parts.liveness.check(text, verified);
    return verified.identity;
  }

  async function checkPublic(http: Http, row: RouteDefinition): Promise<PublicContext> {
    requirePlace(http.request, config.mainDomain);
    limit(http, row, `address ${http.request.ip}`);
    return { info: info(http) };
  }

  async function checkAccount(http: Http, row: RouteDefinition): Promise<AccountContext> {
    const place = requirePlace(http.request, config.mainDomain);
    const identity = await identify(http, (who) => limit(http, row, who));
    if (identity.kind === 'token') throw new AppError('forbidden');
    checkScopeHeaders(http.request, identity, false);
    const located = place.kind === 'workspace' ? await parts.directory.locate(identity.tenantId) : null;
    checkAccountHost(place, identity, auth.tenantId, located);
    return { identity, info: info(http) };
  }

  function checkMember(http: Http, row: RouteDefinition, key: string): Promise<MemberContext> {
    return passMember(http, row, key, (who) => limit(http, row, who));
  }

  /** @param count takes the call from the limit of who makes it */
  async function passMember(
    http: Http,
    row: RouteDefinition,
    key: string,
    count: (who: string) => void,
  ): Promise<MemberContext> {
    const place = requirePlace(http.request, config.mainDomain);
    const identity = await identify(http, count);
    checkScopeHeaders(http.request, identity, true);
    const regionCode = requireRegionCode(http.request, identity);
    const lastWrites = readLastWrites(http.request);
    const feed = deps.regions.get(regionCode)?.feed;
    // Before anything is taken from memory: what this session wrote in another process has to be known in this one.
    const isCurrent = (await feed?.catchUp(lastWrites ?? [])) ?? false;
    const located = requireLocated(await parts.directory.find(regionCode, identity.tenantId));
    checkWorkspaceHost(place, located);
    const { workspace, member } = await parts.states.get(located, identity.userUuid);
    if (!member) throw new AppError('forbidden');
    checkOpen(workspace);
    const role = await resolveRole(identity, workspace, member, clock.now());
    const actor = toActor(member, role, workspace);
    checkToken(identity, row);
    checkSubscription(workspace, row, key);
    const context = {
      identity,
      info: info(http),
      workspace,
      member: { ...member, role },
      actor,
      database: tellingWrites(workspace.region.database, http.reply),
      knowsLastWrite: isCurrent && lastWrites !== null,
      tenantId: workspace.tenantId,
      checkAgain: () => passMember(http, row, key, () => {}),
    };
    if (row.access !== 'member' && !can(actor, row.access as Ability)) throw new AppError('forbidden');
    return context;
  }

  const words: Record<GatewayAccess, unknown> = {
    public: checkPublic,
    account: checkAccount,
    workspaceLife: checkAccount,
    member: checkMember,
    ...(Object.fromEntries(Object.keys(ABILITIES).map((name) => [name, checkMember])) as Record<
      Ability,
      unknown
    >),
  };
  return words as AccessChecks<GatewayContexts>;
}

async function resolveRole(
  identity: Identity,
  workspace: Workspace,
  member: StoredMember,
  now: Date,
): Promise<Role> {
  const tokenRole = highestRole(identity.authorization[identity.tenantId]?.roles ?? []);
  const role = effectiveRole(member, tokenRole, identity.issuedAt);
  if (role === null) throw new AppError('forbidden');
  if (role !== member.role) {
    await syncRole(workspace, member, role, now);
  }
  return role;
}

function toActor(member: StoredMember, role: Role, { settings }: Workspace): Actor {
  return {
    teamMemberID: member.teamMemberID,
    role,
    createEditProjects: member.createEditProjects,
    createEditClientsActivities: member.createEditClientsActivities,
    createEditTime: member.createEditTime,
    editorsSeeBillRates: settings.editorsSeeBillRates,
  };
}

function checkOpen({ status }: Workspace): void {
  if (status === 'active') return;
  const message = 'This workspace is archived. An owner can restore it.';
  throw new AppError(
    'gone',
    status === 'provisioning' ? { message: 'This workspace is still being made.' } : { message },
  );
}

function checkToken(identity: Identity, row: RouteDefinition): void {
  if (identity.kind !== 'token') return;
  const needs = writes.has(row.rate) ? 'write' : 'read';
  if (!identity.scopes.includes(needs) || sessionOnly.has(row.access)) {
    throw new AppError('forbidden', {
      message: 'This token may not do that. Sign in, or make a token with more rights.',
    });
  }
}

function checkSubscription(workspace: Workspace, row: RouteDefinition, key: string): void {
  if (
    workspace.isActive ||
    !writes.has(row.rate) ||
    row.access === 'billing.manage' ||
    openWhenInactive.has(key)
  )
    return;
  throw new AppError('subscription_inactive');
}
