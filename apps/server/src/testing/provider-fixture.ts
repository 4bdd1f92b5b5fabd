import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { newId } from '../platform/ids.ts';

/** The provider as the gateway sees it: published keys, the list of changes, roles. A real server on a real port. */
export type ProviderFixture = {
  baseUrl: string;
  tenantId: string;
  adminKey: string;
  /** Signs an access token; `claims` replace the usual ones, `header` the protected header's. */
  sign(
    claims: JWTPayload & Record<string, unknown>,
    header?: { typ?: string; kid?: string },
  ): Promise<string>;
  /** Tells every gateway that a session ended, or that older tokens of a person are void. */
  endSession(sessionId: string): void;
  raiseVersion(userUuid: string, authzVersion: number): void;
  /** People whom the provider knows, by `userUuid`, as their record has them. */
  people: Map<string, FixturePerson>;
  /** Roles that were written, newest last. */
  roleWrites: { path: string; roles: string[] }[];
  /** Answers the next calls of a path with this status. */
  failWith: { path: RegExp; status: number; body?: unknown } | null;
  /** Takes calls and never answers them. */
  isSilent: boolean;
  /** The paths of all calls, newest last. */
  asked: string[];
  /** Answers further server-to-server calls; null lets them be a 404. */
  respond: ((call: { method: string; path: string; body: unknown }) => unknown) | null;
  close(): Promise<void>;
};

type FixturePerson = {
  locked?: boolean;
  tokensValidFrom?: string | null;
  authorization: Record<string, { roles: string[]; since?: string }>;
};

export async function startProviderFixture(): Promise<ProviderFixture> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const kid = newId();
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
  const changes: Record<string, unknown>[] = [];
  const adminKey = 'fixture-admin-key';
  const tenantId = 'roottnt1';

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider');
    const path = url.pathname.replace(/^\/v0\//, '');
    fixture.asked.push(path);
    if (fixture.isSilent) return;
    const fail = fixture.failWith;
    if (fail?.path.test(path)) return answer(response, fail.status, fail.body ?? { message: 'failed' });
    if (path === `tenants/${tenantId}/jwks`) return answer(response, 200, { keys: [jwk] });
    if (request.headers.authorization !== `Bearer ${adminKey}`)
      return answer(response, 401, { message: 'Unauthorized' });
    if (path === 'auth/changes') {
      const after = Number(url.searchParams.get('after') ?? 0);
      return answer(response, 200, {
        cursor: changes.length,
        at: new Date().toISOString(),
        changes: changes.slice(after),
      });
    }
    if (request.method === 'PUT' && path.endsWith('/roles')) {
      const { roles } = JSON.parse(await readBody(request)) as { roles: string[] };
      fixture.roleWrites.push({ path, roles });
      const [, tenant = '', , userUuid = ''] = path.split('/');
      const held = fixture.people.get(userUuid);
      if (held && roles.length > 0) held.authorization[tenant] = { ...held.authorization[tenant], roles };
      else if (held) delete held.authorization[tenant];
      return answer(response, 200, { roles });
    }
    const person = fixture.people.get(path.replace(/^users\//, ''));
    if (person && request.method === 'GET') return answer(response, 200, person);
    if (fixture.respond) {
      const text = await readBody(request);
      const body: unknown = text ? JSON.parse(text) : null;
      const given = fixture.respond({ method: request.method ?? '', path, body });
      if (given !== null) return answer(response, 200, given);
    }
    answer(response, 404, { message: 'Not Found', error: { type: 'not_found' } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const fixture: ProviderFixture = {
    baseUrl: `http://127.0.0.1:${port}/v0/`,
    tenantId,
    adminKey,
    people: new Map(),
    roleWrites: [],
    failWith: null,
    isSilent: false,
    asked: [],
    respond: null,
    sign: (claims, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
        .sign(privateKey),
    endSession: (sessionId) =>
      void changes.push({ kind: 'session', sessionId, at: new Date().toISOString() }),
    raiseVersion: (userUuid, authzVersion) =>
      void changes.push({ kind: 'authorization', userUuid, authzVersion, at: new Date().toISOString() }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fixture;
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
