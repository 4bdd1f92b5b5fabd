import type { SignInStep } from '@stint/domain/auth/sign-in-step.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { AuthContext } from '../context.ts';
import type { UserCaller } from '../mechanisms/access/access.ts';
import { listProvidersOf } from '../model/tenants/providers.ts';
import type { Tenant } from '../model/tenants/queries.ts';
import { isEnrolment, missingStep, type StepInput, stepUpFactors } from './flow.ts';
import { isFresh } from './step-up.ts';

/**
 * The flow of a tenant is enforced where it is entered, when a code is asked for and again when it is used, and on who
 * changes it.
 * @throws AppError `factor_missing` with the factors that would do
 */
export async function requireStep(
  context: AuthContext,
  input: StepInput & { tenant: Tenant },
  caller: UserCaller | null,
): Promise<void> {
  const { tenant, user } = input;
  const next = missingStep(context, input);
  if (!next) return;
  const sso = next.missing === 'firstFactor' ? await listProvidersOf(context.database, tenant, user) : [];
  const isOwnNeeded = caller !== null && sso.some(({ isOwn }) => isOwn);
  const step = (isOwnNeeded && enrolmentBehindProvider(context, input)) || next;
  const isFirst = step.missing === 'firstFactor';
  const isSetUp = isEnrolment(step);
  // A factor may be set up by a fresh proof only, so that one is asked for first.
  const isStale = isSetUp && caller !== null && !isFresh(context, caller);
  const missing = isStale ? 'freshProof' : step.missing;
  const secondFactors = isStale ? stepUpFactors(context, user) : isFirst ? [] : step.factors;
  const firstFactors = isFirst ? step.factors : tenant.firstFactors;
  throw new AppError('factor_missing', {
    details: { missing, authentication: { firstFactors, secondFactors }, sso: isFirst ? sso : [] },
  });
}

/**
 * The second factor that somebody has to set up once a provider of the tenant's own has said who they are. That sign-in is
 * good for the tenant alone and changes no account, so it is set up before, by the person's own session.
 */
function enrolmentBehindProvider(context: AuthContext, input: StepInput): SignInStep | null {
  const passed = [...input.passed, { channel: 'email', strategy: 'custom' }];
  const step = missingStep(context, { ...input, passed });
  return step && isEnrolment(step) ? step : null;
}
