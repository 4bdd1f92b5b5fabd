import type { AuthAccess } from './auth/access.ts';
import { federationRoutes } from './auth/federation.ts';
import { lostFactorRoutes } from './auth/lost-factors.ts';
import { samlRoutes } from './auth/saml.ts';
import { serverRoutes } from './auth/server.ts';
import { sessionRoutes } from './auth/session.ts';
import { signInRoutes } from './auth/sign-in.ts';
import { tenantRoutes } from './auth/tenants.ts';
import { userRoutes } from './auth/users.ts';
import type { RouteTable } from './route.ts';

export type { AuthAccess } from './auth/access.ts';

/**
 * Every JSON call of the provider, relative to its base `/v0`. Pages that a browser navigates to (social sign-in,
 * SAML; protocol 9) stand beside it. The short paths of older clients (`/auth/basic`, `/auth/link` …) are the rows of
 * `signInRoutes` without `/tenants/:tenantId`, with `tenantId` in the body.
 */
export const authRoutes = {
  ...signInRoutes,
  ...sessionRoutes,
  ...tenantRoutes,
  ...userRoutes,
  ...serverRoutes,
  ...federationRoutes,
  ...lostFactorRoutes,
  ...samlRoutes,
} as const satisfies RouteTable<AuthAccess>;
