import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

export const clientId = 'latchkey-client';
export const clientSecret = 'a-secret-of-the-client-at-the-provider';

/** What a test may bend: claims of the next id tokens, who signs them, and who is signed in. */
type Faults = {
  /** Changes claims after the provider made them; the token is signed again with the right key. */
  claims?: (claims: JWTPayload) => JWTPayload;
  /** Signs with a key that is not in the provider's key set. */
  isForged?: boolean;
  /** Sends no signature at all (`alg: none`). */
  isUnsigned?: boolean;
  /** Answers the token call as if the code verifier had been right or absent. */
  codeVerifier?: string;
  /** Takes only tokens signed with this key as client secret, as Apple does. */
  secretKey?: CryptoKey;
};

type Person = { sub: string; email?: string; email_verified?: boolean; name?: string };

export type OpenIdProvider = {
  issuer: string;
  person: Person;
  faults: Faults;
  /** Calls of the token endpoint. */
  tokenCalls: number;
  /** What was shown as client secret. */
  clientSecrets: string[];
  close(): Promise<void>;
};

/**
 * A certified OpenID provider on loopback. Whoever comes is signed in as `person` without a page.
 * @param redirectUris callbacks that its one client may use
 */
export async function startOpenIdProvider(redirectUris: string[]): Promise<OpenIdProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = await generateKeyPair('RS256', { extractable: true });
  const forgers = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(keys.privateKey)), kid: 'provider-key', use: 'sig', alg: 'RS256' };
  const state: OpenIdProvider = {
    issuer,
    person: { sub: 'person-1', email: 'ann@customer.example', email_verified: true, name: 'Ann Example' },
    faults: {},
    tokenCalls: 0,
    clientSecrets: [],
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  const provider = new Provider(issuer, configuration(jwk, redirectUris, state));
  provider.use(async (context, next) => {
    const isToken = context.path === '/token';
    if (isToken) state.tokenCalls++;
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (!isToken || !body?.id_token) return;
    const { claims = (same) => same, isForged, isUnsigned } = state.faults;
    const [, payload = ''] = body.id_token.split('.');
    const bent = claims(JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload);
    const signing = new SignJWT(bent).setProtectedHeader({ alg: 'RS256', kid: 'provider-key' });
    body.id_token = isUnsigned
      ? `${encode({ alg: 'none' })}.${encode(bent)}.`
      : await signing.sign(isForged ? forgers.privateKey : keys.privateKey);
  });
  provider.Client.prototype.compareClientSecret = async (actual) => {
    state.clientSecrets.push(actual);
    const { secretKey } = state.faults;
    return secretKey ? isSignedSecret(actual, secretKey, issuer) : actual === clientSecret;
  };
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return handle(request, response);
    return signIn(provider, state.person.sub, request, response);
  });
  return state;
}

function configuration(jwk: object, redirectUris: string[], state: OpenIdProvider): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a-key-for-the-cookies-of-the-test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...state.person, sub }) }),
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client?.clientId,
        accountId: context.oidc.session?.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

function signIn(provider: Provider, accountId: string, request: IncomingMessage, response: ServerResponse) {
  return provider.interactionFinished(request, response, { login: { accountId } });
}

/** What Apple says about the token: ES256, our team, the client as subject, itself as audience, under six months. */
function isSignedSecret(secret: string, key: CryptoKey, issuer: string): Promise<boolean> {
  const rules = { algorithms: ['ES256'], audience: issuer, issuer: 'TEAM123456', subject: clientId };
  const required = { requiredClaims: ['exp', 'iat'], maxTokenAge: '180d' };
  return jwtVerify(secret, key, { ...rules, ...required }).then(
    ({ protectedHeader }) => protectedHeader.kid === 'KEY1234567',
    () => false,
  );
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
