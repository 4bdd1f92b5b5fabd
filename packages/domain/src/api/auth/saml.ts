import Type, { type Static } from 'typebox';
import { defineAuthRoutes } from './access.ts';
import * as shape from './shapes.ts';

const closed = { additionalProperties: false } as const;

const EntityId = Type.String({ minLength: 1, maxLength: 1024 });
const Address = Type.String({ minLength: 8, maxLength: 2048 });
const Certificate = Type.String({
  minLength: 64,
  maxLength: 16_384,
  description: 'X.509, PEM or the base64 of metadata',
});

/** An application that people sign in to through us. */
const SamlServiceProvider = Type.Object(
  {
    entityId: EntityId,
    acsUrl: Address,
    sloUrl: Type.Optional(Address),
    certificate: Type.Optional(Certificate),
  },
  closed,
);

/** A tenant's own identity provider, in parts or as its metadata document. */
export const SamlIdentityProviderBody = Type.Object(
  {
    entityId: Type.Optional(EntityId),
    ssoUrl: Type.Optional(Address),
    certificates: Type.Optional(Type.Array(Certificate, { minItems: 1, maxItems: 5 })),
    domains: Type.Optional(Type.Array(Type.String({ minLength: 4, maxLength: 253 }), { maxItems: 50 })),
    metadata: Type.Optional(
      Type.String({ maxLength: 262_144, description: 'XML, or the https address of it' }),
    ),
  },
  closed,
);
export type SamlIdentityProviderBody = Static<typeof SamlIdentityProviderBody>;

export const SamlIdentityProvider = Type.Object(
  {
    entityId: Type.String(),
    ssoUrl: Type.String(),
    certificates: Type.Array(Type.String()),
    domains: Type.Array(Type.String()),
    startUrl: Type.String({ description: 'Where a sign-in begins; add origin and, if wanted, redirect' }),
    acsUrl: Type.String({ description: 'Register this reply address at the identity provider' }),
    spEntityId: Type.String({ description: 'Register this as our entity id there' }),
    metadataUrl: Type.String(),
  },
  closed,
);
export type SamlIdentityProvider = Static<typeof SamlIdentityProvider>;

/** What a service provider has to know of us. */
export const SamlServiceProviderAnswer = Type.Object(
  {
    ...SamlServiceProvider.properties,
    idpEntityId: Type.String(),
    ssoUrl: Type.String(),
    sloServiceUrl: Type.String(),
    idpCertificate: Type.String(),
    metadataUrl: Type.String(),
  },
  closed,
);
export type SamlServiceProviderAnswer = Static<typeof SamlServiceProviderAnswer>;

const entityQuery = Type.Object({ entity_id: Type.Optional(EntityId) }, closed);
const owners = ['forbidden'] as const;

/**
 * Settings of SAML in both roles (protocol 17) and the handle of protocol 7.17. The sign-ins themselves are
 * pages: `/auth/saml/idp/login` and `/logout` (9.2), `/auth/saml/sp/login`, `/tenants/{t}/saml/acs` and `/metadata`.
 */
export const samlRoutes = defineAuthRoutes({
  'GET /auth/saml/idp/token': {
    summary: 'A handle that lets the browser finish a SAML sign-in (7.17): used once, within 60 s',
    access: 'user',
    rate: 'write',
    response: Type.Object({ token: Type.String() }, closed),
  },
  'GET /tenants/:tenantId/saml/sp': {
    summary: 'Applications that people of the tenant sign in to through us',
    access: 'owner',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'read',
    params: shape.TenantParams,
    response: Type.Object({ results: Type.Array(SamlServiceProviderAnswer) }, closed),
    errors: ['forbidden'],
  },
  'PUT /tenants/:tenantId/saml/sp': {
    summary: 'Add an application or replace the one with the same entity id',
    access: 'owner',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'write',
    params: shape.TenantParams,
    body: SamlServiceProvider,
    response: SamlServiceProviderAnswer,
    errors: owners,
  },
  'DELETE /tenants/:tenantId/saml/sp': {
    summary: 'Remove the application with this entity id, or all',
    access: 'owner',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'write',
    params: shape.TenantParams,
    query: entityQuery,
    response: shape.Message,
    errors: owners,
  },
  'GET /tenants/:tenantId/saml/idp': {
    summary: "The tenant's own identity provider",
    access: 'owner',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'read',
    params: shape.TenantParams,
    response: SamlIdentityProvider,
    errors: ['forbidden'],
  },
  'PUT /tenants/:tenantId/saml/idp': {
    summary: "Set the tenant's own identity provider; it signs in to this tenant and to proven domains only",
    access: 'owner',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'write',
    params: shape.TenantParams,
    body: SamlIdentityProviderBody,
    response: SamlIdentityProvider,
    bodyLimit: 384 * 1024,
    errors: owners,
  },
  'DELETE /tenants/:tenantId/saml/idp': {
    summary: "Remove the tenant's own identity provider; its sign-ins stop at once",
    access: 'owner',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'write',
    params: shape.TenantParams,
    response: shape.Message,
    errors: owners,
  },
});
