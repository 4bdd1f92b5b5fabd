import type { Foundation } from '../../model/foundation.ts';
import type { JobsContext } from '../jobs/jobs.ts';
import type { NoticesContext } from '../outbox/notices.ts';
import type { SessionCache } from '../sessions/cache.ts';

/** What changes of accounts and memberships take: they end sessions, tell people and leave work for later. */
export type PeopleContext = JobsContext &
  NoticesContext &
  Pick<Foundation, 'forgotten'> & { sessions: SessionCache };
