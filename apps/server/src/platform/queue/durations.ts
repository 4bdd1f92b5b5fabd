import { Histogram } from 'prom-client';

/** How long the work of a queue takes, by kind and by what became of it. */
export type Durations = Histogram<'place' | 'kind' | 'outcome'>;

const names = { gateway: 'stint_job_duration_seconds', provider: 'latchkey_job_duration_seconds' } as const;

export function createDurations(service: keyof typeof names): Durations {
  return new Histogram({
    name: names[service],
    help: 'How long a job or a piece of periodic work took, by kind and outcome',
    labelNames: ['place', 'kind', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers: [],
  });
}

/** Does some work and notes how long it took, also where it failed. */
export async function timed<T>(
  durations: Durations | undefined,
  labels: { place: string; kind: string },
  work: () => Promise<T>,
): Promise<T> {
  if (!durations) return work();
  const end = durations.startTimer(labels);
  try {
    const result = await work();
    end({ outcome: 'done' });
    return result;
  } catch (error) {
    end({ outcome: 'failed' });
    throw error;
  }
}
