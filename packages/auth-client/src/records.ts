// What the account and owners' calls answer and take, written out: the package's types name nothing that it does not ship.
// Each call compares them with its row of the table.

/** A way to prove who one is, as a flow lists it. */
export interface ListedFactor {
  readonly channel: string;
  readonly strategy: string;
  readonly isConfiguredByUser?: boolean | undefined;
  readonly isPreferredByUser?: boolean | undefined;
}

/** One session of the signed-in person, as the provider lists it. */
export interface SessionRecord {
  sessionId: string;
  tenantId: string;
  tenantName: string;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
  isCurrent: boolean;
  device: string | null;
  address: string | null;
  factors: readonly string[];
}

/** An identity at another provider that signs in to the account. */
export interface IdentityRecord {
  id: string;
  provider: string;
  providerId?: string | undefined;
  email: string | null;
  createdAt: string;
  lastUsedAt: string | null;
}

/** How people sign in to a tenant. */
export interface TenantFlow {
  firstFactors: readonly ListedFactor[];
  secondFactors: readonly ListedFactor[];
  isMfaRequired: boolean | readonly string[];
}

/** A tenant with its flow; `upcoming` is what holds from a date on. */
export interface TenantRecord {
  tenantId: string;
  name: string;
  authentication: TenantFlow & { upcoming?: (TenantFlow & { startsAt: string }) | undefined };
  version: number;
}

/** How people sign in, as a change names it. */
export interface SignInPolicy {
  readonly firstFactors?: readonly ListedFactor[] | undefined;
  readonly secondFactors?: readonly ListedFactor[] | undefined;
  readonly isMfaRequired?: boolean | readonly string[] | undefined;
  readonly startsAt?: string | null | undefined;
}

/** Who could not sign in under a policy, and what each of them lacks. */
export interface Readiness {
  results: readonly {
    userId: number;
    userUuid: string;
    name: string | null;
    email: string | null;
    roles: readonly string[];
    missing: string;
    factors: readonly ListedFactor[];
  }[];
  totalCount: number;
  totalPages: number;
  canBeMet: boolean;
  memberCount: number;
  readyCount: number;
}

/** A tenant's own OpenID provider. */
export interface SsoProvider {
  provider: string;
  providerId?: string | undefined;
  clientId: string;
  issuer: string | null;
  scopes: readonly string[];
  callbackUrl: string;
  keyId?: string | undefined;
  teamId?: string | undefined;
}

/** The same as it is set; secrets are given and never answered. */
export interface SsoProviderSettings {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly issuer?: string | undefined;
  readonly providerId?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly keyId?: string | undefined;
  readonly teamId?: string | undefined;
  readonly privateKey?: string | undefined;
}

/** A domain of mail addresses, and the TXT record that proves it. */
export interface Domain {
  domain: string;
  recordName: string;
  recordValue: string;
  provenAt: string | null;
}

/** A tenant's own SAML identity provider. */
export interface SamlProvider {
  entityId: string;
  ssoUrl: string;
  certificates: readonly string[];
  domains: readonly string[];
  acsUrl: string;
  metadataUrl: string;
  spEntityId: string;
  startUrl: string;
}

/** The same as it is set: its metadata, or each part. */
export interface SamlProviderSettings {
  readonly metadata?: string | undefined;
  readonly entityId?: string | undefined;
  readonly ssoUrl?: string | undefined;
  readonly certificates?: readonly string[] | undefined;
  readonly domains?: readonly string[] | undefined;
}

/** A request to remove the second factor that a member has lost. */
export interface LostFactor {
  id: string;
  userUuid: string;
  name: string | null;
  email: string | null;
  askedAt: string;
  askedBy: string;
  provenAt: string | null;
  secondedBy: string | null;
  isElsewhere: boolean;
  readyAt: string | null;
  expiresAt: string;
}
