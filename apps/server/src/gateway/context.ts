import type { Actor } from '@stint/domain/workspace/permissions.ts';
import type { Role } from '@stint/domain/workspace/roles.ts';
import type { Subscription } from '@stint/domain/workspace/subscription.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { ForgottenList } from '../platform/forgotten.ts';
import type { Logger } from '../platform/log.ts';
import type { TenantShares } from '../platform/tenant-shares.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import type { RegionFeed } from './change-feed/feed.ts';

/** A data region whose database this process has open; `queue` reaches it as the login that claims jobs. */
export type OpenRegion = {
  code: string;
  name: string;
  database: Database;
  queue: Database;
};

/** One that requests are answered from. */
export type Region = OpenRegion & {
  /** What changes in it, told by every process. */
  feed: RegionFeed;
  /** What of its connections each workspace may hold. */
  shares: TenantShares;
};

/** What the gateway knows about its provider. */
export type ProviderLink = {
  /** Ends in `/v0/`. */
  baseUrl: string;
  /** Public id of the root tenant. */
  tenantId: string;
  adminKey: string;
  profile: 'latchkey' | 'v0';
};

/** What every part of the gateway works with; made once by the service. */
export type GatewayDeps = {
  config: Config;
  clock: Clock;
  log: Logger;
  fetch: typeof fetch;
  auth: ProviderLink;
  regions: ReadonlyMap<string, Region>;
  /** Outside of the databases: which workspaces are not to come back by a restore. */
  forgotten?: ForgottenList | undefined;
  tracing?: Tracing | undefined;
};

/** Who asks: a session of the provider, or a personal token of the gateway. */
export type Identity = {
  kind: 'session' | 'token';
  userUuid: string;
  /** Session id, or id of the personal token. */
  sessionId: string;
  /** Public id of the tenant the token was issued for: the root tenant or a workspace. */
  tenantId: string;
  /** Region named in a personal token; a session's comes from the directory. */
  regionCode: string | null;
  /** Roles by public tenant id. */
  authorization: Readonly<Record<string, { readonly roles: readonly string[] }>>;
  issuedAt: Date;
  /** When the person last proved who they are; for steps that need it fresh (security 6). */
  authenticatedAt: Date | null;
  isEmailConfirmed: boolean;
  scopes: readonly ('read' | 'write')[];
};

/** Settings of a workspace that decide on requests; at most 5 s old. */
type WorkspaceSettings = {
  timeZone: string;
  currency: string;
  decimalReading: 'decimal' | 'minutes';
  approvalsEnabled: boolean;
  requiredFields: readonly string[];
  lockOn: string | null;
  editorsSeeBillRates: boolean;
};

/** The workspace of a request. */
export type Workspace = {
  /** Internal id, the `tenant_id` of every row. */
  tenantId: string;
  publicId: string;
  name: string;
  slug: string;
  region: Region;
  status: 'provisioning' | 'active' | 'archived' | 'deleting' | 'moved';
  settings: WorkspaceSettings;
  subscription: Subscription;
  isActive: boolean;
};

/** Who asks, as the permission table takes it; while the provider is away a member, who is `otherwise` when it is there. */
export type AskingActor = Actor & { otherwise?: Actor };

/** The member who asks. */
export type Member = {
  teamMemberID: string;
  userId: string;
  firstName: string;
  lastName: string;
  role: Role;
  isApprover: boolean;
  timeZone: string | null;
  /** Of the pages and mails, as chosen in the settings. */
  locale: string | null;
};

/** What every handler knows about its request. */
export type RequestInfo = { requestId: string; ipHash: string; now: Date };

export type PublicContext = { info: RequestInfo };
type CallerContext = { identity: Identity; info: RequestInfo };
/** A person of no workspace; what is written through these regions is told in the answer. */
export type AccountContext = CallerContext & { regions: ReadonlyMap<string, OpenRegion> };
/** A member in a workspace; `actor` is what the permission table takes. */
export type MemberContext = CallerContext & {
  workspace: Workspace;
  member: Member;
  actor: AskingActor;
  /** Database of the workspace's region; what is written through it is told in the answer. */
  database: Database;
  /** The caller says what it wrote last, and this process knows of it: what is kept in memory may be answered. */
  knowsLastWrite: boolean;
  /** Runs every check of the request once more, for what lasts longer than a moment. @throws AppError as they do */
  checkAgain(): Promise<MemberContext>;
  tenantId: string;
};
