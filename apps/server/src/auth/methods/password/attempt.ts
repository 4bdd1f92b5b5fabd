import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { ClientInfo } from '../../mechanisms/http/client.ts';
import {
  countedBuckets,
  identifierHash,
  type Taken,
  takeLimits,
  takenBy,
  type Verdict,
} from '../../mechanisms/limits/limits.ts';
import { limitRules } from '../../mechanisms/limits/rules.ts';
import { isOpenInvitation } from '../../mechanisms/people/invitations.ts';
import { deviceKeyOf } from '../../mechanisms/sessions/device.ts';
import type { Realm } from '../../model/realm.ts';
import { type IdentifierKind, oneUserColumns, oneUserTables, type User } from '../../model/users/queries.ts';
import { entryOf, type KnownPerson, type Member, membersSelect } from '../../sign-in/membership.ts';
import type { SignInRequest } from '../../sign-in/request.ts';

/** One try of a password: counted, with whom it is about. */
export type Attempt = {
  user: User | null;
  taken: Taken;
  known?: KnownPerson;
};

/** Stands in bucket keys until the statement knows the account. */
const accountMark = '{account}';

type Named = { kinds: IdentifierKind[]; norm: string; who: string };
type Row = User &
  Verdict & {
    hasTwo: boolean;
    knows: boolean;
    isDeviceKnown: boolean;
    members: Member[] | null;
    isInvited: boolean;
  };

/**
 * Counts a first factor's try and reads whom it is about, in one statement that is the same whether
 * there is such an account or not (security 2 and 3). A browser that the person used before counts by itself.
 *
 * Its commit waits for the disk like every other: a count that relied on the event behind it was lost where the database died
 * between the two and was back before the event was written.
 * @throws AppError `rate_limited`
 */
export async function startAttempt(
  { context, client, tenant, realm }: SignInRequest,
  { kinds, norm, who }: Named,
): Promise<Attempt> {
  const now = context.clock.now();
  const companion = client.companionHash;
  const device = deviceKeyOf(context, client, companion);
  const bucketsOf = (device: string | null) =>
    countedBuckets(context, limitRules.password(realm, who, device, client.address));
  const accountOf = (device: string | null) => limitRules.passwordOfAccount(realm, accountMark, device);
  const strange = bucketsOf(null);
  const knownBy = companion?.toString('base64url') ?? null;
  const familiar = companion ? bucketsOf(knownBy) : strange;
  const ofAccount = {
    strange: JSON.stringify(accountOf(null)),
    familiar: JSON.stringify(accountOf(knownBy)),
  };
  const row = await context.database.one<Row>(sql`
    with named as (
      select (select i.user_id from auth.identifier i where i.root_tenant_id = ${realm.rootTenantId}
        and i.mode = ${realm.mode} and i.norm = ${norm} and i.kind = any(${kinds}) and (not i.is_shared or i.kind = 'email')
        order by i.is_shared desc limit 1) as id
    ), names as (
      select count(*) > 1 as "hasTwo" from auth.identifier i where i.root_tenant_id = ${realm.rootTenantId}
        and i.mode = ${realm.mode} and i.user_id = (select id from named) and i.kind in ('email', 'username')
    ), seen as (
      select count(*) filter (where d.companion_hash = ${companion}) > 0 as knows,
        count(*) filter (where d.companion_hash = ${device.hash} and d.last_seen_at > ${device.knownSince}) > 0 as "isDeviceKnown"
      from auth.device d where d.user_id = (select id from named)
    ), taken as (
      select t.allowed, t.is_dead, t.wait_ms from auth.take_limits(
        case when (select knows from seen) then ${JSON.stringify(familiar)}::jsonb else ${JSON.stringify(strange)}::jsonb end
          || case when not (select "hasTwo" from names) then '[]'::jsonb else replace(
            case when (select knows from seen) then ${ofAccount.familiar} else ${ofAccount.strange} end,
            ${accountMark}, (select id from named)::text)::jsonb end,
        ${now.getTime()}, ${now}) t
    ), joined as (
      select jsonb_agg(to_jsonb(m)) as members from (${membersSelect(tenant, sql`(select id from named)`)}) m
    )
    select taken.allowed, taken.is_dead, taken.wait_ms, names."hasTwo", seen.knows, seen."isDeviceKnown", joined.members,
      ${tenant.parentId !== null} and joined.members is null and i."emailConfirmedAt" is not null and exists (select 1 from auth.link
        where ${isOpenInvitation(tenant, { id: sql`u.id`, emailNorm: sql`i."emailNorm"` }, now)}) as "isInvited",
      ${oneUserColumns}
    from taken cross join names cross join seen cross join joined
      left join (${oneUserTables}) on u.root_tenant_id = ${realm.rootTenantId} and u.mode = ${realm.mode}
        and u.deleted_at is null and u.id = (select id from named)`);
  const account = row.hasTwo ? limitRules.passwordOfAccount(realm, row.id, row.knows ? knownBy : null) : [];
  const taken = takenBy(row, [...(row.knows ? familiar : strange), ...account], now);
  if (row.id === null) return { user: null, taken };
  const { isDeviceKnown, isInvited } = row;
  return { user: row, taken, known: { entry: entryOf(tenant, row.members ?? []), isDeviceKnown, isInvited } };
}

/** Counts a password that is given as a second factor, or to change it. @throws AppError `rate_limited` */
export async function countAttempt(
  context: AuthContext,
  client: ClientInfo,
  realm: Realm,
  user: User,
): Promise<Taken> {
  const device = await knownDevice(context, client, user);
  const who = identifierHash(user.emailNorm ?? user.id);
  const hasTwo = user.email !== null && user.username !== null;
  return takeLimits(context, [
    ...limitRules.password(realm, who, device, client.address),
    ...(hasTwo ? limitRules.passwordOfAccount(realm, user.id, device) : []),
  ]);
}

/** A browser that signed in as this person before counts by itself; null for strangers (security 2). */
async function knownDevice(context: AuthContext, client: ClientInfo, user: User): Promise<string | null> {
  if (!client.companionHash) return null;
  const row = await context.database.maybeOne(sql`select 1 as one from auth.device
    where user_id = ${user.id} and companion_hash = ${client.companionHash}`);
  return row ? client.companionHash.toString('base64url') : null;
}
