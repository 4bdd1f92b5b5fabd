import type { GatewayRoute } from '@stint/domain/api/gateway/access.ts';
import type { Http } from '../../platform/http.ts';
import type { TokenBuckets } from '../../platform/token-bucket.ts';
import type { GatewayDeps } from '../context.ts';
import type { Liveness } from '../token/liveness.ts';
import type { TokenVerifier } from '../token/verify.ts';
import type { Directory } from './directory.ts';
import type { MemberStates } from './member-state.ts';
import type { IdentifyToken } from './personal-tokens.ts';
import type { Standings } from './standings.ts';

/** A request, and the row of the table that it is for. */
export type Asked = {
  http: Http;
  row: GatewayRoute;
  /** Asked before, for an answer that goes on: it costs its caller no second call. */
  isAgain: boolean;
};

/** What answers who somebody is and what they may; made once by the service. */
export type AccessParts = {
  verifier: TokenVerifier;
  liveness: Liveness;
  directory: Directory;
  states: MemberStates;
  standings: Standings;
};

/** What checks ask. */
export type CheckParts = AccessParts &
  Pick<GatewayDeps, 'auth' | 'clock' | 'config' | 'regions'> & {
    buckets: TokenBuckets;
    identifyToken: IdentifyToken;
  };
