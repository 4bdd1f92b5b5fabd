import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What one OAuth 2 provider answers at which path, as its documentation says. */
export type OAuthServerPlan = {
  authorize: string;
  token: string;
  /** Path to body of the calls with the access token. */
  resources: Record<string, unknown>;
  /** Refuses a code verifier, as LinkedIn does. */
  refusesPkce?: boolean;
  /** What the token answer holds beside the access token. */
  tokenExtra?: object;
  secretIn: 'body' | 'header';
};

/** An OAuth 2 provider on loopback that checks client, code, redirect address and PKCE. */
export async function startOAuthServer(plan: OAuthServerPlan) {
  const state = { challenge: null as string | null, redirectUri: '', seen: [] as string[] };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    state.seen.push(`${request.method} ${url.pathname}`);
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === plan.authorize) {
      state.challenge = url.searchParams.get('code_challenge');
      state.redirectUri = url.searchParams.get('redirect_uri') ?? '';
      const back = new URL(state.redirectUri);
      back.searchParams.set('code', 'the-code');
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      return response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === plan.token) {
      const problem = checkToken(plan, state, request, new URLSearchParams(await text(request)));
      // GitHub answers 200 with an error.
      if (problem) return json(200, { error: problem });
      return json(200, { access_token: 'the-token', ...plan.tokenExtra });
    }
    const resource = plan.resources[url.pathname];
    const isAllowed = request.headers.authorization === 'Bearer the-token';
    return json(isAllowed && resource ? 200 : 401, isAllowed && resource ? resource : {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function checkToken(
  plan: OAuthServerPlan,
  state: { challenge: string | null; redirectUri: string },
  request: IncomingMessage,
  body: URLSearchParams,
): string | null {
  const basic = `Basic ${Buffer.from('client:secret').toString('base64')}`;
  const isClient =
    plan.secretIn === 'header'
      ? request.headers.authorization === basic
      : body.get('client_id') === 'client' && body.get('client_secret') === 'secret';
  if (!isClient) return 'invalid_client';
  if (body.get('code') !== 'the-code' || body.get('redirect_uri') !== state.redirectUri) return 'bad_code';
  const verifier = body.get('code_verifier');
  if (plan.refusesPkce) return verifier || state.challenge ? 'invalid_client' : null;
  const challenge = createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url');
  return challenge === state.challenge ? null : 'bad_verifier';
}

async function text(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
