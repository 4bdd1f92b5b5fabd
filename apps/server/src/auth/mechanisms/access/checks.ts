import type { AuthAccess, AuthRoute, KeyAccess } from '@stint/domain/api/auth/access.ts';
import type { RouteDefinition } from '@stint/domain/api/route.ts';
import { AppError } from '@stint/domain/errors.ts';
import { checkList } from '../../../platform/check-list.ts';
import type { AccessChecks, Http } from '../../../platform/http.ts';
import { looksLikeKey } from '../../model/keys/api-keys.ts';
import { type ClientInfo, ownOrigin, readClient } from '../http/client.ts';
import { modeOfOrigin } from '../http/origins.ts';
import { reachOf } from '../keys/reach.ts';
import {
  type AuthContexts,
  type FactorCaller,
  isGoodAt,
  type KeyAlone,
  type KeyCaller,
  readFactor,
  readKey,
  requireUser,
  rolesIn,
  type UserCaller,
} from './access.ts';
import type { AccessContext } from './context.ts';
import { namedTenant, readNames, tenantParam } from './names.ts';

/** A request, and the row of the table that it is for. */
type Asked = { http: Http; row: AuthRoute };
type Client = { client: ClientInfo };
type Person = { caller: UserCaller };

/** Which keys an access word takes, and which roles let a person in by it; null where every person may. */
const takes: Record<KeyAccess, { kinds: readonly string[]; roles: readonly string[] | null }> = {
  admin: { kinds: ['admin'], roles: [] },
  reader: { kinds: ['admin', 'readonly'], roles: ['owner', 'admin'] },
  owner: { kinds: ['admin'], roles: ['owner'] },
  manager: { kinds: ['admin'], roles: ['owner', 'admin'] },
  creator: { kinds: ['admin'], roles: null },
};

const ofClient = checkList<AccessContext, Asked>().and(readCaller).and(checkNamedPage);
const ofPerson = ofClient.and(requirePerson).and(checkAudience).and(checkWholeAccount);

/**
 * The checks of a call in their order, by whom its access word lets in. What a page may not do is refused before anybody is
 * looked up, and nobody learns of a tenant more than their place in it tells.
 */
export const checksInOrder = {
  anybody: ofClient,
  person: ofPerson,
  betweenFactors: ofClient.and(requireFactor).and(checkWholeAccount),
  server: ofClient.and(requireKey).and(findReached),
  personWithRole: ofPerson.and(checkRole),
};

/** One check for each access word of the route tables; some let in a server with a key or a person, whoever asks. */
export function createAccess(context: AccessContext): AccessChecks<AuthContexts> {
  const asked = (http: Http, row: RouteDefinition): Asked => ({ http, row: row as AuthRoute });
  const anybody = async (http: Http, row: RouteDefinition) => {
    const { client } = await checksInOrder.anybody.run(asked(http, row), context);
    return { kind: 'any' as const, client };
  };
  const callerBy =
    <Caller>(list: { run(asked: Asked, parts: AccessContext): Promise<{ caller: Caller }> }) =>
    async (http: Http, row: RouteDefinition) => {
      const { caller } = await list.run(asked(http, row), context);
      if (isPerson(caller)) http.request.callerFacts = { session: caller.session.id };
      return caller;
    };
  const server = callerBy<KeyCaller>(checksInOrder.server);
  const personWithRole = callerBy<UserCaller>(checksInOrder.personWithRole);
  const either = (http: Http, row: RouteDefinition): Promise<KeyCaller | UserCaller> =>
    looksLikeKey(readClient(http.request, context.config).bearer)
      ? server(http, row)
      : personWithRole(http, row);
  const checks: AccessChecks<AuthContexts> & Record<AuthAccess, unknown> = {
    public: anybody,
    'sign-in': anybody,
    refresh: anybody,
    user: callerBy<UserCaller>(checksInOrder.person),
    factor: callerBy<UserCaller | FactorCaller>(checksInOrder.betweenFactors),
    admin: server,
    reader: either,
    owner: either,
    manager: either,
    creator: either,
  };
  return checks;
}

function isPerson(caller: unknown): caller is UserCaller {
  return (caller as UserCaller).kind === 'user';
}

function readCaller({ http }: Asked, { config }: AccessContext): Client {
  return { client: readClient(http.request, config) };
}

/** A foreign page is refused alike, whether `Origin`, `x-origin` or the referrer names it; the guard reads `Origin`. */
async function checkNamedPage({ http, client }: Asked & Client, context: AccessContext): Promise<void> {
  const { request } = http;
  if (request.headers.origin !== undefined) return;
  const { origin } = client;
  if (origin === ownOrigin(request, context.config)) return;
  const publicId = tenantParam(http);
  const tenant = publicId === null ? null : await context.tenants.find(publicId);
  if ((await modeOfOrigin(context, tenant, origin)) === null) throw new AppError('cross_site');
}

async function requirePerson({ client }: Client, context: AccessContext): Promise<Person> {
  return { caller: await requireUser(context, client) };
}

async function requireFactor(
  { client }: Client,
  context: AccessContext,
): Promise<{ caller: UserCaller | FactorCaller }> {
  return { caller: await readFactor(context, client) };
}

/** @throws AppError `unauthorized` for a token that is foreign where the call is made */
async function checkAudience({ http, row, caller }: Asked & Person, context: AccessContext): Promise<void> {
  const { rootMayAct = false, reach } = row;
  const publicId = namedTenant(http, reach);
  const tenant = publicId === null ? null : await context.tenants.find(publicId);
  if (tenant && !isGoodAt(caller.session, tenant, rootMayAct)) throw new AppError('unauthorized');
}

/** A session by a child's own provider, or by what its key was given, is good for that child, not for the account. */
function checkWholeAccount({ row, caller }: Asked & { caller: UserCaller | FactorCaller }): void {
  if (caller.kind !== 'user' || caller.session.providerTenantId === null || !row.wholeAccount) return;
  throw new AppError('forbidden', {
    message: 'This sign-in is good for this workspace only. Sign in with your own account to change it.',
  });
}

async function requireKey(
  { row, client }: Asked & Client,
  context: AccessContext,
): Promise<{ caller: KeyAlone }> {
  return { caller: await readKey(context, client, takes[row.access as KeyAccess].kinds) };
}

async function findReached(
  { http, row, caller }: Asked & { caller: KeyAlone },
  context: AccessContext,
): Promise<{ caller: KeyCaller }> {
  const reach = row.reach ?? 'tenant';
  return { caller: { ...caller, ...(await reachOf(context, caller.key, reach, readNames(http, reach))) } };
}

/** @throws AppError `not_found` where nothing connects the person with the tenant, else `forbidden` */
async function checkRole({ http, row, caller }: Asked & Person, context: AccessContext): Promise<void> {
  const { roles } = takes[row.access as KeyAccess];
  if (roles === null) return;
  const publicId = tenantParam(http);
  if (publicId === null) throw new AppError('forbidden');
  const own = await rolesIn(context, caller, await context.tenants.require(publicId));
  if (own === null) throw new AppError('not_found');
  if (!own.some((role) => roles.includes(role))) throw new AppError('forbidden');
}
