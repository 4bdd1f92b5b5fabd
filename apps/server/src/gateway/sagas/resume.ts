import { AppError } from '@stint/domain/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { JobRegion, PeriodicTask } from '../jobs/worker.ts';
import { dueSagas, runSaga, type SagaContext, type Sagas } from './saga.ts';

type Report = (error: unknown, about: { saga: string }) => void;
type ResumeDeps = Pick<SagaContext, 'clock' | 'provider'>;

const everyMs = 5000;

/** Goes on with every saga that a killed or failing process left behind in a region. @returns how many ended well */
export async function resumeSagas(
  deps: ResumeDeps,
  sagas: Sagas,
  { code, database }: Pick<JobRegion, 'code' | 'database'>,
  report: Report = () => {},
): Promise<number> {
  const context = { ...deps, database, regionCode: code };
  let ended = 0;
  for (const id of await dueSagas(context)) {
    try {
      await runSaga(context, sagas, id);
      ended += 1;
    } catch (error) {
      report(error, { saga: id });
    }
  }
  return ended;
}

/** The same again and again; a saga that another process has now is no failure. */
export function resumingSagas(deps: ResumeDeps & { log: Pick<Logger, 'warn'> }, sagas: Sagas): PeriodicTask {
  const report: Report = (error, about) => {
    if (error instanceof AppError && error.code === 'in_progress') return;
    deps.log.warn({ err: error, ...about }, 'a saga did not end and will be tried again');
  };
  return {
    name: 'sagas',
    everyMs,
    run: async (region) => void (await resumeSagas(deps, sagas, region, report)),
  };
}
