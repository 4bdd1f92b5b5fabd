import type { SlidingLimit } from './mechanisms/limits/in-process.ts';
import type { WorkLimit } from './mechanisms/limits/work.ts';
import type { AuthMetrics } from './mechanisms/metrics/metrics.ts';
import type { PasswordHasher } from './mechanisms/passwords/hasher.ts';
import type { OwnRecords } from './mechanisms/people/own-records.ts';
import type { SessionCache } from './mechanisms/sessions/cache.ts';
import type { TenantDirectory } from './mechanisms/tenants/directory.ts';
import type { SigningKeys } from './mechanisms/tokens/signing-keys.ts';
import type { Foundation } from './model/foundation.ts';

/**
 * What sign-in and everything above it work with; made once by the service. Mechanisms do not know it: each names what
 * it takes.
 */
export type AuthContext = Foundation &
  WorkLimit & {
    tenants: TenantDirectory;
    keys: SigningKeys;
    sessions: SessionCache;
    ownRecords: OwnRecords;
    passwords: PasswordHasher;
    metrics: AuthMetrics;
    /** 30 refreshes a minute for each session (security 2). */
    refreshLimit: SlidingLimit;
  };
