import type { Foundation } from '../../model/foundation.ts';
import type { JobsContext } from '../jobs/jobs.ts';
import type { NoticesContext } from '../outbox/notices.ts';

/** What links and codes take: they are made, mailed or texted, and checked. */
export type ProofsContext = JobsContext & NoticesContext & Pick<Foundation, 'config' | 'wakeWorkers'>;
