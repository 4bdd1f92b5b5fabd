import type { Role } from '@stint/domain/workspace/roles.ts';
import { isActive, type Subscription } from '@stint/domain/workspace/subscription.ts';
import { sql } from '../../platform/sql.ts';
import { createTimedCache } from '../../platform/timed-cache.ts';
import { forgetOnChange } from '../change-feed/forget.ts';
import type { GatewayDeps, Member, Workspace } from '../context.ts';
import { cacheAges } from '../shared/cache-ages.ts';
import type { Located } from './directory.ts';

/** A workspace with the person in it, if they are in it. */
type MemberState = { workspace: Workspace; member: StoredMember | null };
export type StoredMember = Member & {
  roleUpdatedAt: Date;
  createEditProjects: boolean;
  createEditClientsActivities: boolean;
  createEditTime: boolean;
};

export type MemberStates = {
  /** Settings, subscription and member of a workspace; as the feed of changes tells it. */
  get(located: Located, userUuid: string): Promise<MemberState>;
};

type Row = Omit<Workspace, 'region' | 'publicId' | 'tenantId' | 'isActive' | 'settings' | 'subscription'> &
  Workspace['settings'] & {
    subscriptionStatus: Subscription['status'] | null;
    trialEndsAt: Date | null;
    pastDueSince: Date | null;
    currentPeriodEndsAt: Date | null;
    cancelsAt: Date | null;
    lastEventAt: Date | null;
    member: (Omit<StoredMember, 'roleUpdatedAt'> & { roleUpdatedAt: string }) | null;
  };

export function createMemberStates({ clock, config, regions }: GatewayDeps): MemberStates {
  const cache = createTimedCache<MemberState>(clock, { maxAgeMs: cacheAges.memberStateMs });
  forgetOnChange(regions, cache, ['workspace', 'people']);
  const billing = config.billing ? 'on' : 'off';
  return {
    async get(located, userUuid) {
      const read = () => load(located, userUuid);
      const isCurrent = await located.region.feed.catchUp();
      const state = await (isCurrent ? cache.get([located.tenantId, userUuid], read) : read());
      // A trial ends at its very instant, not when the cache does.
      const { workspace } = state;
      return {
        ...state,
        workspace: { ...workspace, isActive: isActive(workspace.subscription, clock.now(), billing) },
      };
    },
  };
}

async function load(located: Located, userUuid: string): Promise<MemberState> {
  const [row] = await located.region.database.tenantRows<Row>(
    located.tenantId,
    stateQuery(located.tenantId, userUuid),
  );
  if (!row) throw new Error('the directory names a workspace that has no row');
  const {
    member,
    subscriptionStatus,
    trialEndsAt,
    pastDueSince,
    currentPeriodEndsAt,
    cancelsAt,
    lastEventAt,
    name,
    slug,
    status,
    ...settings
  } = row;
  const subscription: Subscription = {
    status: subscriptionStatus ?? 'inactive',
    trialEndsAt,
    currentPeriodEndsAt,
    pastDueSince,
    cancelsAt,
    lastEventAt,
  };
  return {
    workspace: {
      tenantId: located.tenantId,
      publicId: located.publicId,
      region: located.region,
      name,
      slug,
      status,
      settings,
      subscription,
      isActive: false,
    },
    member: member && { ...member, roleUpdatedAt: new Date(member.roleUpdatedAt) },
  };
}

function stateQuery(tenantId: string, userUuid: string) {
  return sql`
    select t.name, t.slug, t.status, t.time_zone as "timeZone", t.currency, t.decimal_reading as "decimalReading",
      t.approvals_enabled as "approvalsEnabled", t.required_fields as "requiredFields", t.lock_on as "lockOn",
      t.editors_see_bill_rates as "editorsSeeBillRates",
      s.status as "subscriptionStatus", s.trial_ends_at as "trialEndsAt", s.past_due_since as "pastDueSince",
      s.current_period_ends_at as "currentPeriodEndsAt", s.cancels_at as "cancelsAt", s.last_event_at as "lastEventAt",
      (select json_build_object('teamMemberID', m.id, 'userId', m.user_id, 'firstName', m.first_name, 'lastName', m.last_name,
          'role', m.role, 'timeZone', m.time_zone, 'locale', m.locale, 'roleUpdatedAt', m.role_updated_at,
          'createEditProjects', m.create_edit_projects, 'createEditClientsActivities', m.create_edit_clients_activities,
          'createEditTime', m.create_edit_time,
          'isApprover', exists (select from app.team_member a where a.tenant_id = ${tenantId} and a.approver_id = m.id))
        from app.team_member m
        where m.tenant_id = ${tenantId} and m.user_id = ${userUuid} and m.status = 'active') as member
    from app.tenant t left join app.subscription s on s.tenant_id = t.tenant_id
    where t.tenant_id = ${tenantId}`;
}

/**
 * The role that counts: the token's where it is newer than the copy, for the provider decides; the copy where a change
 * made here is newer than the token.
 */
export function effectiveRole(member: StoredMember, tokenRole: Role | null, issuedAt: Date): Role | null {
  return issuedAt >= member.roleUpdatedAt ? tokenRole : member.role;
}
