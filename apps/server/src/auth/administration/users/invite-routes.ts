import { parseEmail } from '@stint/domain/auth/email.ts';
import type { LinkType } from '@stint/domain/auth/link.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { AuthContext } from '../../context.ts';
import { type KeyCaller, rolesIn, type UserCaller } from '../../mechanisms/access/access.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { byKey, requirePerson, requireServer } from '../../mechanisms/access/key-caller.ts';
import { requireSelf } from '../../mechanisms/access/own-user.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { isPersonOf } from '../../mechanisms/keys/reach.ts';
import { identifierHash, takeLimits } from '../../mechanisms/limits/limits.ts';
import { limitRules } from '../../mechanisms/limits/rules.ts';
import { isOnlyKnownTo } from '../../mechanisms/people/first-password.ts';
import { grantRoles, mayGrant } from '../../mechanisms/people/roles.ts';
import { queueLink } from '../../mechanisms/proofs/mail-requests.ts';
import type { LinkData, Said } from '../../model/proofs/links.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { requireUsername } from '../../model/users/names.ts';
import {
  findUserById,
  findUserByIdentifier,
  insertUser,
  listMemberships,
  type User,
} from '../../model/users/queries.ts';
import { invitedRecord } from '../../model/users/record.ts';
import { requireFresh } from '../../sign-in/step-up.ts';
import type { AdministrationRequest } from '../request.ts';
import { tenantEvent } from '../tenant-event.ts';
import { record, seesWhole } from './callers.ts';
import { parseDuration } from './duration.ts';

type InviteRoutes = HandlersOf<
  | 'POST /users/invite'
  | 'PUT /users/:id/roles'
  | 'PUT /tenants/:tenantId/users/:id/roles'
  | 'GET /roles'
  | 'GET /tenants/:tenantId/roles'
  | 'POST /roles/invite'
  | 'POST /tenants/:tenantId/roles/invite'
  | 'POST /auth/link/generate'
>;

/** Roles, invitations and links made by servers (protocol 10). */
export function inviteRoutes(context: AuthContext): InviteRoutes {
  return {
    async 'POST /users/invite'({ body }, caller) {
      return invite({ context, caller, tenant: caller.tenant }, { ...body, roles: [] });
    },
    async 'PUT /users/:id/roles'({ params, body }, caller) {
      return setRoles({ context, caller, tenant: caller.tenant }, params.id, body.roles);
    },
    async 'PUT /tenants/:tenantId/users/:id/roles'({ params, body }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      return setRoles({ context, caller, tenant }, params.id, body.roles);
    },
    async 'GET /roles'(_input, caller) {
      return { roles: requireServer(caller).home.settings.roles };
    },
    async 'GET /tenants/:tenantId/roles'({ params }) {
      return { roles: (await context.tenants.require(params.tenantId)).settings.roles };
    },
    async 'POST /roles/invite'({ body }, caller) {
      return invite({ context, caller, tenant: caller.tenant }, body);
    },
    async 'POST /tenants/:tenantId/roles/invite'({ params, body }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      return invite({ context, caller, tenant }, body);
    },
    async 'POST /auth/link/generate'({ body }, caller) {
      const { tenant } = caller;
      const user = requirePerson(caller);
      const kind = (body.options?.type ?? 'login') as Exclude<LinkType, 'sso'>;
      if (kind === 'reset') await requireFirstPassword(context, caller, user);
      const duration = parseDuration(body.options?.duration) ?? {};
      const redirect = body.options?.redirect ?? null;
      const link = await context.database.transaction((tx) =>
        queueLink(context, tx, {
          tenant,
          user,
          kind,
          redirect,
          isSilent: true,
          data: heldBy(caller),
          ...duration,
        }),
      );
      return {
        uuid: link.uuid,
        token: link.token,
        link: link.href,
        type: kind,
        expiresAt: link.expiresAt.toISOString(),
      };
    },
  };
}

/** What a child's key is given stays in that child. */
function heldBy(caller: KeyCaller): LinkData {
  return caller.home.parentId === null ? {} : { returnedTo: caller.tenant.id };
}

/** @throws AppError `forbidden` where a child's key would let itself into an account that is somebody's elsewhere */
async function requireFirstPassword(context: AuthContext, caller: KeyCaller, user: User): Promise<void> {
  const { home, tenant } = caller;
  if (home.parentId === null || (await isOnlyKnownTo(context.database, tenant, user))) return;
  throw new AppError('forbidden', {
    message: 'This person has an account already. Let them ask for the reset link themselves.',
  });
}

function checkRoleNames(tenant: Tenant, roles: string[]): void {
  const known = new Set(tenant.settings.roles.map(({ name }) => name));
  const unknown = roles.find((role) => !known.has(role));
  if (unknown === undefined) return;
  throw new AppError('validation_failed', {
    message: `There is no role ${unknown} here.`,
    type: 'bad_request_error',
  });
}

/** Nobody grants above the own role, or touches somebody above (security 10). */
async function checkGrant(
  { context, caller, tenant }: AdministrationRequest,
  granted: string[],
  current: string[],
): Promise<void> {
  if (caller.kind === 'key') return;
  const own = (await rolesIn(context, caller, tenant)) ?? [];
  if (!mayGrant(own, granted, current)) throw new AppError('forbidden');
  requireFresh(context, caller, await requireSelf(context, caller));
}

async function setRoles(request: AdministrationRequest, id: string, roles: string[]) {
  const { context, caller, tenant } = request;
  checkRoleNames(tenant, roles);
  // A server may bring in any person of the root; people change members only.
  const user = caller.kind === 'key' ? requirePerson(caller) : await findMember(context, caller, tenant, id);
  const [membership] = await listMemberships(context.database, user.id, { tenantId: tenant.id });
  await checkGrant(request, roles, membership?.roles ?? []);
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const by = caller.kind === 'user' ? caller.session.userId : null;
    await grantRoles(context, tx, { tenant, user, roles, grantedBy: by });
    const detail = { roles, before: membership?.roles ?? [] };
    await audit(tx, { ...tenantEvent(caller, tenant.id, 'roles.changed', detail), userId: user.id }, now);
  });
  void context.wakeWorkers();
  return record(context, tenant, (await findUserById(context.database, caller.realm, user.id)) ?? user);
}

async function findMember(
  context: AuthContext,
  caller: UserCaller,
  tenant: Tenant,
  id: string,
): Promise<User> {
  const user = await findUserById(context.database, caller.realm, id);
  const [membership] = user ? await listMemberships(context.database, user.id, { tenantId: tenant.id }) : [];
  if (!user || !membership) throw new AppError('not_found');
  return user;
}

type InviteInput = {
  email: string;
  roles: string[];
  username?: string | null;
  name?: string | null;
  image?: string | null;
  data?: Record<string, unknown>;
  options?: { type?: string; duration?: string; noInviteEmail?: boolean; redirect?: string };
};

/** Makes the person where unknown and mails one link for one address; roles are given when it is followed. */
async function invite(request: AdministrationRequest, input: InviteInput) {
  const { context, caller, tenant } = request;
  const parsed = parseEmail(input.email);
  if (!parsed.ok) throw new AppError('email_format', { type: 'bad_request_error' });
  checkRoleNames(tenant, input.roles);
  await checkGrant(request, input.roles, await rolesOfAddress(request, parsed.norm));
  const isSilent = input.options?.noInviteEmail === true;
  if (!isSilent) {
    await takeLimits(
      context,
      limitRules.mail(caller.realm, identifierHash(parsed.norm), caller.client.address),
    );
  }
  const duration = parseDuration(input.options?.duration) ?? {};
  const now = context.clock.now();
  const { name = null, username = null, image = null, data: told = {} } = input;
  const said = { name, username, image, data: told };
  const user = await context.database.transaction(async (tx) => {
    const person = await findOrAdd(tx, { caller, now }, parsed, input);
    const isReset = input.options?.type === 'reset' && (await mayReset(tx, caller, tenant, person));
    const data: LinkData = {
      roles: input.roles,
      said,
      ...(isReset ? { setsPassword: true } : {}),
      ...(caller.kind === 'user' ? { inviterUserId: caller.session.userId } : {}),
    };
    const inviter =
      caller.kind === 'user' ? await findUserById(tx, caller.realm, caller.session.userId) : null;
    await queueLink(context, tx, {
      tenant,
      user: person,
      kind: 'invite',
      redirect: input.options?.redirect ?? null,
      data,
      isSilent,
      by: inviter?.name ?? null,
      ...(isReset ? { page: 'reset' as const } : {}),
      ...duration,
    });
    const detail = { roles: input.roles };
    await audit(tx, { ...tenantEvent(caller, tenant.id, 'invite.sent', detail), userId: person.id }, now);
    return person;
  });
  void context.wakeWorkers();
  return answerInvited(request, { ...user, email: parsed.email }, { said, at: now });
}

/** A child invites who has an account elsewhere to sign in, not to choose a new password; the answer does not tell. */
async function mayReset(
  tx: Transaction,
  caller: KeyCaller | UserCaller,
  tenant: Tenant,
  person: User,
): Promise<boolean> {
  return seesWhole(caller) || isOnlyKnownTo(tx, tenant, person);
}

/** Roles that the person of an address has here already. */
async function rolesOfAddress(
  { context, caller, tenant }: AdministrationRequest,
  norm: string,
): Promise<string[]> {
  const known = await findUserByIdentifier(context.database, caller.realm, ['email'], norm);
  if (!known) return [];
  const [membership] = await listMemberships(context.database, known.id, { tenantId: tenant.id });
  return membership?.roles ?? [];
}

/** What who invites is told: the same for known and unknown addresses, and nothing of whom it is (security 3). */
async function answerInvited(
  { context, caller, tenant }: AdministrationRequest,
  user: User,
  invitation: { said: Said; at: Date },
) {
  if (caller.kind === 'user') {
    const nobody = { ...user, id: newId(), number: 0 };
    return invitedRecord(nobody, tenant, invitation);
  }
  const isShown = seesWhole(caller) || (await isPersonOf(context.database, caller.key, caller.home, user));
  return isShown ? record(context, tenant, user) : invitedRecord(user, tenant, invitation);
}

async function findOrAdd(
  tx: Transaction,
  { caller, now }: { caller: KeyCaller | UserCaller; now: Date },
  parsed: { email: string; norm: string },
  input: InviteInput,
): Promise<User> {
  const known = await findUserByIdentifier(tx, caller.realm, ['email'], parsed.norm);
  if (known) return known;
  const id = await insertUser(
    tx,
    caller.realm,
    {
      email: { value: parsed.email, norm: parsed.norm, confirmedAt: null },
      username: input.username ? requireUsername(input.username) : null,
      name: input.name ?? null,
      data: input.data ?? {},
      isPlaceholder: true,
    },
    now,
  );
  const made = await findUserById(tx, caller.realm, id);
  if (!made) throw new Error('a new user is missing');
  const actor =
    caller.kind === 'key' ? byKey(caller) : { actorKind: 'user' as const, actorId: caller.session.userId };
  await audit(tx, { action: 'user.created', realm: caller.realm, userId: id, ...actor }, now);
  return made;
}
