import type { UpdateTenantBody } from '@stint/domain/api/auth/tenant-shapes.ts';
import { type Factor, findFactorKind, isSsoFactor } from '@stint/domain/auth/factor.ts';
import { uniqueFactors } from '@stint/domain/auth/flow.ts';
import { canPolicyBeMet, type FactorName } from '@stint/domain/auth/sign-in-step.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Static } from 'typebox';
import type { AuthContext } from '../../context.ts';
import { rolesIn, type UserCaller } from '../../mechanisms/access/access.ts';
import type { Mode } from '../../model/realm.ts';
import { type ListedProvider, listProviders } from '../../model/tenants/providers.ts';
import type { Tenant, UpcomingSignIn } from '../../model/tenants/queries.ts';
import type { User } from '../../model/users/queries.ts';
import { isFactorAvailable, parseFactorKey } from '../../sign-in/flow.ts';
import { requireStep } from '../../sign-in/require-step.ts';
import type { AdministrationRequest } from '../request.ts';

type Change = Static<typeof UpdateTenantBody>['authentication'];
type Policy = Omit<UpcomingSignIn, 'startsAt'>;
export type SignInSettings = Policy & Pick<Tenant, 'upcomingSignIn'>;

/**
 * How people sign in after a change: at once, or announced until its date. A change that counts at once takes the place
 * of an announced one, and so does an announced one of another.
 * @throws AppError `validation_failed` for a date that has passed
 */
export function changedSignIn(tenant: Tenant, change: Change, now: Date): SignInSettings {
  const { firstFactors, secondFactors, isMfaRequired, upcomingSignIn } = tenant;
  const present = { firstFactors, secondFactors, isMfaRequired };
  if (!change) return { ...present, upcomingSignIn };
  const next = changedPolicy(present, change);
  if (change.startsAt === null || change.startsAt === undefined) return { ...next, upcomingSignIn: null };
  const startsAt = new Date(change.startsAt);
  if (startsAt <= now) {
    const message = 'The date has passed. Choose a later one, or leave startsAt out to begin at once.';
    const field = 'authentication.startsAt';
    throw new AppError('validation_failed', {
      message,
      fields: [{ code: 'validation_failed', message, field }],
    });
  }
  return { ...present, upcomingSignIn: { ...next, startsAt: startsAt.toISOString() } };
}

/** A policy with what a change names. */
export function changedPolicy(present: Policy, change: Partial<Policy>): Policy {
  return {
    firstFactors: change.firstFactors ? cleanFactors(change.firstFactors) : present.firstFactors,
    secondFactors: change.secondFactors ? cleanFactors(change.secondFactors) : present.secondFactors,
    isMfaRequired: change.isMfaRequired ?? present.isMfaRequired,
  };
}

function cleanFactors(factors: readonly Factor[]): Factor[] {
  return uniqueFactors(factors.map(({ channel, strategy }) => ({ channel, strategy })));
}

/**
 * A person who changes how a workspace is entered has passed what they ask of others, so that nobody locks out everybody.
 * @throws AppError `state_conflict` for what nobody can meet on this server, `factor_missing` for what the person has not
 *   passed in this session
 */
export async function checkSignInChange(
  { context, caller, tenant }: AdministrationRequest<UserCaller>,
  user: User,
  settings: SignInSettings,
): Promise<void> {
  const policy = settings.upcomingSignIn ?? settings;
  if (!(await canBeMet(context, tenant, user.mode, policy))) throw unmeetable();
  const next = { ...tenant, ...policy };
  const roles = (await rolesIn(context, caller, tenant)) ?? [];
  const passed = caller.session.amr.map(parseFactorKey);
  const { providerTenantId } = caller.session;
  await requireStep(context, { tenant: next, user, roles, passed, providerTenantId }, caller);
}

function unmeetable(): AppError {
  return new AppError('state_conflict', {
    message:
      'Nobody could sign in with this. Choose a first factor that is set up here and a second one that goes with it; text messages and providers have to be set up first.',
  });
}

/** @throws AppError `state_conflict` when a provider is about to go that people of the tenant cannot do without */
export async function checkProviderGoes(
  context: AuthContext,
  caller: { realm: { mode: Mode } },
  tenant: Tenant,
  goes: Pick<ListedProvider, 'provider' | 'providerId'>,
): Promise<void> {
  const { mode } = caller.realm;
  const left = (await listProviders(context.database, tenant, mode)).filter(
    (one) => one.provider !== goes.provider || one.providerId !== goes.providerId || !one.isOwn,
  );
  const policies = [tenant, ...(tenant.upcomingSignIn ? [tenant.upcomingSignIn] : [])];
  if (policies.every((policy) => meets(context, mode, policy, left))) return;
  const wasMet = await canBeMet(context, tenant, mode, tenant);
  if (!wasMet) return;
  throw new AppError('state_conflict', {
    message: 'People sign in here with this provider alone. Allow another first factor before it is removed.',
  });
}

/** Whether anybody could sign in to a tenant with a policy, given what this server and its providers can do. */
export async function canBeMet(
  context: AuthContext,
  tenant: Tenant,
  mode: Mode,
  policy: Policy,
): Promise<boolean> {
  return meets(context, mode, policy, await listProviders(context.database, tenant, mode));
}

function meets(
  context: AuthContext,
  mode: Mode,
  policy: Policy,
  providers: readonly ListedProvider[],
): boolean {
  const names = providers.map(({ provider }) => provider);
  const isAvailable = (factor: FactorName) =>
    findFactorKind(factor) !== null &&
    (isSsoFactor(factor) ? names.includes(factor.strategy) : isFactorAvailable(context, mode, factor));
  const hasOwnProvider = providers.some(({ provider, isOwn }) => isOwn || provider === 'custom');
  return canPolicyBeMet(policy, { isAvailable, hasOwnProvider });
}
