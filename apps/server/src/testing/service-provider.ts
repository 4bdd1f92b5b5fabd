import { generateKeyPairSync } from 'node:crypto';
import { SAML } from '@node-saml/node-saml';

/** A SAML service provider made of a real library, which signs people in at one of our tenants. */
export type ServiceProvider = {
  entityId: string;
  acsUrl: string;
  /** Where the browser is sent to sign in. */
  startUrl(relayState: string): Promise<string>;
  /** The person of an answer. @throws when the library does not accept it */
  accept(samlResponse: string): Promise<{ nameID: string }>;
};

/** The addresses that a service provider is registered with. */
export const wiki = { entityId: 'https://wiki.example/saml', acsUrl: 'https://wiki.example/saml/acs' };

/** The service provider of `wiki`, for the identity provider at an origin with the certificate that it was told. */
export function createServiceProvider(origin: string, tenantId: string, idpCert: string): ServiceProvider {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const saml = new SAML({
    entryPoint: `${origin}/v0/auth/saml/idp/login?tenant_id=${tenantId}`,
    issuer: wiki.entityId,
    callbackUrl: wiki.acsUrl,
    audience: wiki.entityId,
    idpCert,
    privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
  });
  return {
    ...wiki,
    startUrl: (relayState) => saml.getAuthorizeUrlAsync(relayState, undefined, {}),
    async accept(SAMLResponse) {
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse });
      if (!profile) throw new Error('the answer names nobody');
      return profile;
    },
  };
}
