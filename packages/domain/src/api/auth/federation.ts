import Type, { type Static } from 'typebox';
import { SOCIAL_PROVIDERS } from '../../auth/factor.ts';
import { defineAuthRoutes } from './access.ts';
import * as shape from './shapes.ts';

const closed = { additionalProperties: false } as const;

const ProviderName = Type.String({
  enum: [...SOCIAL_PROVIDERS, 'custom'],
  description: '`custom`: a provider by its issuer',
});
/** An identity may also be that of the tenant's own SAML provider. */
const IdentityProvider = Type.String({ enum: [...SOCIAL_PROVIDERS, 'custom', 'saml'] });
const ProviderId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'Only for `custom`: names one of several',
});
const ProviderParams = Type.Object({ tenantId: shape.TenantId, provider: ProviderName }, closed);
const Domain = Type.String({ minLength: 4, maxLength: 253 });
const DomainParams = Type.Object({ tenantId: shape.TenantId, domain: Domain }, closed);

const AppleName = Type.String({
  pattern: '^[A-Za-z0-9]{1,32}$',
  description: 'Apple: 10 letters and digits',
});

export const SsoProviderBody = Type.Object(
  {
    issuer: Type.Optional(Type.String({ minLength: 8, maxLength: 2048 })),
    clientId: Type.String({ minLength: 1, maxLength: 512 }),
    clientSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
    teamId: Type.Optional(AppleName),
    keyId: Type.Optional(AppleName),
    privateKey: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description: 'PEM of the .p8 file; with teamId and keyId it replaces clientSecret for `apple`',
      }),
    ),
    providerId: Type.Optional(ProviderId),
    scopes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,128}$' }), {
        maxItems: 20,
        uniqueItems: true,
      }),
    ),
  },
  closed,
);
export type SsoProviderBody = Static<typeof SsoProviderBody>;

/** A provider as it is shown; the client secret never leaves the server. */
export const SsoProviderRecord = Type.Object(
  {
    provider: Type.String(),
    providerId: Type.Optional(Type.String()),
    issuer: shape.NullableText,
    clientId: Type.String(),
    teamId: Type.Optional(Type.String()),
    keyId: Type.Optional(Type.String()),
    scopes: Type.Array(Type.String()),
    callbackUrl: Type.String({ description: 'Register this address at the provider' }),
  },
  closed,
);
export type SsoProviderRecord = Static<typeof SsoProviderRecord>;

/** A domain and the TXT record that proves it. */
export const DomainRecord = Type.Object(
  {
    domain: Type.String(),
    recordName: Type.String({ description: 'Name of the TXT record' }),
    recordValue: Type.String({ description: 'Value of the TXT record' }),
    provenAt: shape.NullableText,
  },
  closed,
);
export type DomainRecord = Static<typeof DomainRecord>;

const IdentityRecord = Type.Object(
  {
    id: Type.String(),
    provider: Type.String(),
    providerId: Type.Optional(Type.String()),
    email: shape.NullableText,
    createdAt: Type.String(),
    lastUsedAt: shape.NullableText,
  },
  closed,
);

const IdentityStartBody = Type.Object(
  {
    /** The workspace whose own provider is meant, where the session is of its root; else that of the session. */
    tenantId: Type.Optional(shape.TenantId),
    providerId: Type.Optional(ProviderId),
    redirect: Type.Optional(Type.String({ maxLength: 2048 })),
  },
  closed,
);

/**
 * Settings of social and custom OpenID Connect sign-in (protocol 17), proof of domains, and the own
 * identities of a person (security 9). The sign-in itself is a page: GET `/auth/{provider}/login` (protocol 9.1).
 */
export const federationRoutes = defineAuthRoutes({
  'GET /tenants/:tenantId/sso': {
    summary: 'Providers of a tenant, without their secrets',
    access: 'owner',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'read',
    params: shape.TenantParams,
    response: Type.Object({ results: Type.Array(SsoProviderRecord) }, closed),
    errors: ['forbidden'],
  },
  'PUT /tenants/:tenantId/sso/:provider': {
    summary:
      'Set up or replace a provider. Azure, Okta and custom need an issuer, custom a providerId; Apple takes teamId, keyId and privateKey',
    access: 'owner',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'write',
    params: ProviderParams,
    body: SsoProviderBody,
    response: SsoProviderRecord,
    errors: ['forbidden'],
  },
  'DELETE /tenants/:tenantId/sso/:provider': {
    summary: 'Remove a provider; its sign-ins stop at once, sessions stay',
    access: 'owner',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'write',
    params: ProviderParams,
    query: Type.Object({ provider_id: Type.Optional(ProviderId) }, closed),
    response: shape.Message,
    errors: ['forbidden'],
  },
  'GET /tenants/:tenantId/domains': {
    summary: 'Domains of a tenant and whether they are proven',
    access: 'owner',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'read',
    params: shape.TenantParams,
    response: Type.Object({ results: Type.Array(DomainRecord) }, closed),
    errors: ['forbidden'],
  },
  'PUT /tenants/:tenantId/domains/:domain': {
    summary: 'Add a domain, or look for its TXT record again; `provenAt` is set once the record is there',
    access: 'owner',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'write',
    params: DomainParams,
    response: DomainRecord,
    errors: ['forbidden', 'upstream_failed'],
  },
  'DELETE /tenants/:tenantId/domains/:domain': {
    summary: 'Forget a domain; the own providers of the tenant prove no address in it any more',
    access: 'owner',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'write',
    params: DomainParams,
    response: shape.Message,
    errors: ['forbidden'],
  },
  'GET /self/identities': {
    summary: 'Identities at other providers that sign in to the own account',
    access: 'user',
    wholeAccount: true,
    rate: 'read',
    response: Type.Object({ results: Type.Array(IdentityRecord) }, closed),
  },
  'POST /self/identities/:provider': {
    summary:
      'Start linking an identity to the own account, also one of a workspace that the person is in; send the browser to `url` within 60 s',
    access: 'user',
    rootMayAct: true,
    wholeAccount: true,
    rate: 'write',
    params: Type.Object({ provider: IdentityProvider }, closed),
    body: IdentityStartBody,
    response: Type.Object({ url: Type.String() }, closed),
    errors: ['step_up_required', 'email_unconfirmed', 'invalid_origin', 'not_found'],
  },
  'DELETE /self/identities/:id': {
    summary: 'Unlink an identity',
    access: 'user',
    wholeAccount: true,
    rate: 'write',
    params: Type.Object({ id: Type.String({ maxLength: 40 }) }, closed),
    response: shape.Message,
    errors: ['step_up_required', 'state_conflict'],
  },
});
