import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Role } from '@stint/domain/workspace/roles.ts';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../config.ts';
import { openRegion } from '../gateway/change-feed/feed.ts';
import type { GatewayDeps, Region } from '../gateway/context.ts';
import { createGatewayService } from '../gateway/service.ts';
import { provisionTenant } from '../gateway/workspace-lifecycle/provision.ts';
import { createHttpServer } from '../platform/http.ts';
import { newId } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';
import { sql } from '../platform/sql.ts';
import { createTenantShares } from '../platform/tenant-shares.ts';
import { checkAnswer } from './answer-shapes.ts';
import {
  type AuthHarness,
  goodPassword,
  type Json,
  randomAddress,
  startAuth,
  withTokens,
} from './auth-harness.ts';
import { createTestDatabase, type TestDatabase } from './databases.ts';
import { type Answer, toAnswer } from './gateway-harness.ts';

type Profile = GatewayDeps['auth']['profile'];

export type House = { tenantId: string; publicId: string; slug: string; ownerEmail: string };
export type HouseMember = {
  house: House;
  email: string;
  userUuid: string;
  teamMemberID: string;
  /** Sessions of the main domain and of the workspace. */
  session: Json & { accessToken: string };
  inside: Json & { accessToken: string };
};

/** The real provider on a port of its own, and gateways of both profiles on one database that ask it over HTTP. */
export type LinkedServices = {
  auth: AuthHarness;
  db: TestDatabase;
  region: Region;
  /** What parts of the gateway that are no service of their own are made of. */
  deps(profile: Profile): GatewayDeps;
  addHouse(): Promise<House>;
  /** Somebody with a role in a workspace, at the provider and here, signed in. */
  addMember(house: House, role: Role): Promise<HouseMember>;
  /** At a workspace, or at the main domain where none is named; `as` gives the headers of the person's session there. */
  call(
    profile: Profile,
    route: string,
    options: { house?: House; as?: HouseMember; bearer?: string; body?: unknown },
  ): Promise<Answer>;
  close(): Promise<void>;
};

const mainDomain = 'stint.localhost:3000';

export async function startLinkedServices(): Promise<LinkedServices> {
  const [auth, db] = await Promise.all([startAuth(), createTestDatabase('app')]);
  await auth.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = auth.app.server.address() as AddressInfo;
  const plain = { name: 'United States', database: db.database, queue: db.queue };
  const log = createLogger('silent');
  const region = {
    ...openRegion({ code: 'us', ...plain }, { clock: auth.clock, log }),
    shares: createTenantShares(db.database),
  };
  const deps = (profile: Profile): GatewayDeps => ({
    regions: new Map([['us', region]]),
    config: readConfig({ MAIN_DOMAIN: mainDomain }),
    clock: auth.clock,
    log,
    fetch,
    auth: {
      baseUrl: `http://127.0.0.1:${port}/v0/`,
      tenantId: auth.rootId,
      adminKey: auth.adminKey,
      profile,
    },
  });
  const open = async (profile: Profile) => {
    const service = await createGatewayService({ ...deps(profile), regions: new Map([['us', plain]]) });
    const app = createHttpServer({ trustedProxies: [], logger: false });
    await service.plugin(app);
    return { app, service };
  };
  const gateways = { latchkey: await open('latchkey'), v0: await open('v0') };

  return {
    auth,
    db,
    region,
    deps,
    async addHouse() {
      const slug = `house-${randomBytes(4).toString('hex')}`;
      const owner = await auth.signUp();
      const { tenantId: publicId } = await auth.makeWorkspace(owner, slug);
      const tenantId = newId();
      const person = { userId: owner.userUuid, email: owner.email, name: 'Olive Owner' };
      const place = { tenantId, publicId, slug, name: slug, regionCode: 'us', timeZone: 'UTC' };
      await provisionTenant(db.database, { ...place, owner: person, now: auth.clock.now() });
      return { tenantId, publicId, slug, ownerEmail: owner.email };
    },
    async addMember(house, role) {
      const { userUuid, email } = await auth.signUp();
      const path = `/tenants/${house.publicId}/users/${userUuid}/roles`;
      await auth.call(`PUT ${path}`, { bearer: auth.adminKey, body: { roles: [role] } });
      const [teamMemberID, now] = [newId(), auth.clock.now()];
      await db.owner.run(sql`insert into app.team_member (tenant_id, id, user_id, email, first_name, last_name, role, role_updated_at,
          created_at, updated_at)
        values (${house.tenantId}, ${teamMemberID}, ${userUuid}, ${email}, 'Mara', 'Lind', ${role}, ${now}, ${now}, ${now})`);
      const signedIn = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
        body: { emailOrUsername: email, password: goodPassword },
        address: randomAddress(),
      });
      const session = withTokens(signedIn.body);
      const inside = await enter(auth, house, session.accessToken);
      return { house, email, userUuid, teamMemberID, session, inside };
    },
    async call(profile, route, { house, as, bearer, body }) {
      const [method = 'GET', path = ''] = route.split(' ', 2);
      const session = house ? as?.inside : as?.session;
      const token = bearer ?? session?.accessToken;
      const tenantid = house?.publicId ?? auth.rootId;
      const headers = {
        host: house ? `${house.slug}.${mainDomain}` : mainDomain,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(session ? { tenantid, sessionid: session['sessionId'], regioncode: 'us' } : {}),
      };
      const payload = body === undefined ? {} : { payload: body as object };
      const app: FastifyInstance = gateways[profile].app;
      const answer = toAnswer(
        await app.inject({ method: method as 'GET', url: `/api/${path}`, headers, ...payload }),
      );
      checkAnswer(method, path, answer);
      return answer;
    },
    async close() {
      for (const { app, service } of Object.values(gateways)) {
        await app.close();
        await service.close();
      }
      await auth.close();
      await db.drop();
    },
  };
}

/** The hand-over from the main domain to the workspace's own host. */
async function enter(auth: AuthHarness, { publicId, slug }: House, bearer: string) {
  const codeVerifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const given = await auth.call(`POST /tenants/${publicId}/auth/handover`, {
    bearer,
    body: { codeChallenge },
  });
  const entered = await auth.call('POST /auth/handover', {
    origin: `http://${slug}.${mainDomain}`,
    body: { code: given.body['code'], codeVerifier },
  });
  if (entered.status !== 200) throw new Error(`the hand-over answered ${given.text} ${entered.text}`);
  return withTokens(entered.body);
}
