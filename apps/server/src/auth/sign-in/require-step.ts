import { AppError } from '@stint/domain/errors.ts';
import type { AuthContext } from '../context.ts';
import type { UserCaller } from '../http/access.ts';
import { listProviders } from '../tenants/providers.ts';
import type { Tenant } from '../tenants/queries.ts';
import { missingStep, type StepInput, stepUpFactors } from './flow.ts';
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
  const step = missingStep(context, input);
  if (!step) return;
  const isFirst = step.missing === 'firstFactor';
  const isSetUp = !isFirst && !step.factors.some((factor) => factor.isConfiguredByUser);
  // A factor may be set up by a fresh proof only, so that one is asked for first.
  const isStale = isSetUp && caller !== null && !isFresh(context, caller);
  const missing = isStale ? 'freshProof' : step.missing;
  const secondFactors = isStale ? stepUpFactors(context, user) : isFirst ? [] : step.factors;
  const firstFactors = isFirst ? step.factors : tenant.firstFactors;
  const sso = isFirst ? await listProviders(context, tenant, user.mode) : [];
  throw new AppError('factor_missing', {
    details: { missing, authentication: { firstFactors, secondFactors }, sso },
  });
}
