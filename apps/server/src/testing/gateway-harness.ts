import type { PermissionFlags } from '@stint/domain/workspace/permissions.ts';
import type { Role } from '@stint/domain/workspace/roles.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type Config, readConfig } from '../config.ts';
import { createGatewayService, type GatewayService } from '../gateway/service.ts';
import { provisionTenant } from '../gateway/workspace-lifecycle/provision.ts';
import type { Database } from '../platform/database.ts';
import { createHttpServer } from '../platform/http.ts';
import { newId, newPublicTenantId } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';
import { sql } from '../platform/sql.ts';
import { checkAnswer } from './answer-shapes.ts';
import { createTestDatabase, type TestDatabase } from './databases.ts';
import { type ProviderFixture, startProviderFixture } from './provider-fixture.ts';
import { attributeToRoutes } from './tasks.ts';

type RegionCode = 'us' | 'eu';

export type TestWorkspace = {
  tenantId: string;
  publicId: string;
  slug: string;
  regionCode: RegionCode;
  owner: TestMember;
  /** Ids of the project types and activities it was made with, by name. */
  typeIDs: Record<string, string>;
  activityIDs: Record<string, string>;
};

export type TestMember = {
  teamMemberID: string;
  userUuid: string;
  role: Role;
  workspace: { publicId: string; slug: string; regionCode: RegionCode };
};

type Call = {
  as?: TestMember | null;
  body?: unknown;
  query?: Record<string, string>;
  headers?: Record<string, string | undefined>;
};

export type Answer = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is asserted, not typed
  body: any;
  text: string;
  headers: LightMyRequestResponse['headers'];
};

export type GatewayHarness = {
  app: FastifyInstance;
  service: GatewayService;
  provider: ProviderFixture;
  config: Config;
  /** The time of the gateway; move it with `clock.move(milliseconds)`. */
  clock: {
    now(): Date;
    move(milliseconds: number): void;
    /** Runs the work while no time passes. */
    hold<T>(work: () => Promise<T>): Promise<T>;
  };
  databases: Record<RegionCode, TestDatabase>;
  /** What sees all rows of a workspace's region. */
  owner(workspace: { regionCode: RegionCode }): Database;
  addWorkspace(options?: { slug?: string; regionCode?: RegionCode }): Promise<TestWorkspace>;
  addMember(
    workspace: TestWorkspace,
    options?: { role?: Role; approverID?: string } & Partial<PermissionFlags>,
  ): Promise<TestMember>;
  /** Headers of a signed-in member, as the product's own client sends them. */
  headersOf(member: TestMember, claims?: Record<string, unknown>): Promise<Record<string, string>>;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: Call): Promise<Answer>;
  /** A second process on the same databases. */
  startPeer(): Promise<{ app: FastifyInstance; service: GatewayService; close(): Promise<void> }>;
  close(): Promise<void>;
};

/** The gateway with two regions on real databases and a provider of its own; nothing of it is replaced. */
export async function createGatewayHarness(env: Record<string, string> = {}): Promise<GatewayHarness> {
  const [us, eu, provider] = await Promise.all([
    createTestDatabase('app'),
    createTestDatabase('app'),
    startProviderFixture(),
  ]);
  const databases = { us, eu };
  let offset = 0;
  let heldAt: number | null = null;
  const clock = {
    now: () => new Date((heldAt ?? Date.now()) + offset),
    move(milliseconds: number) {
      offset += milliseconds;
    },
    async hold<T>(work: () => Promise<T>) {
      heldAt = Date.now();
      try {
        return await work();
      } finally {
        heldAt = null;
      }
    },
  };
  const config = readConfig({ MAIN_DOMAIN: 'stint.localhost:3000', ...env });
  const issuer = `${config.scheme}://${config.mainDomain}/v0/`;
  const sessions = new Map<string, string>();

  const startService = async () => {
    const service = await createGatewayService({
      regions: new Map([
        ['us', { name: 'United States', database: us.database, queue: us.queue }],
        ['eu', { name: 'European Union', database: eu.database, queue: eu.queue }],
      ]),
      config,
      clock,
      fetch,
      auth: {
        baseUrl: provider.baseUrl,
        tenantId: provider.tenantId,
        adminKey: provider.adminKey,
        profile: 'latchkey',
      },
      log: createLogger('silent'),
    });
    const app = createHttpServer({ trustedProxies: [], logger: false });
    attributeToRoutes(app);
    await service.plugin(app);
    await app.ready();
    const close = async () => {
      await app.close();
      await service.close();
    };
    return { app, service, close };
  };
  const { app, service, close } = await startService();

  const harness: GatewayHarness = {
    app,
    service,
    provider,
    config,
    clock,
    databases,
    owner: ({ regionCode }) => databases[regionCode].owner,
    async addWorkspace({ slug = `w-${newId().slice(-12)}`, regionCode = 'us' } = {}) {
      const [tenantId, publicId, userUuid] = [newId(), newPublicTenantId(), newId()];
      const place = { publicId, slug, regionCode };
      const owner = { userId: userUuid, email: `owner-${publicId}@example.com`, name: 'Olive Owner' };
      await provisionTenant(databases[regionCode].database, {
        tenantId,
        ...place,
        name: slug,
        timeZone: 'UTC',
        owner,
        now: clock.now(),
      });
      provider.people.set(userUuid, { authorization: { [publicId]: { roles: ['owner'] } } });
      const db = databases[regionCode].owner;
      const { id } = await db.one<{ id: string }>(
        sql`select id from app.team_member where tenant_id = ${tenantId} and user_id = ${userUuid}`,
      );
      return {
        tenantId,
        ...place,
        owner: { teamMemberID: id, userUuid, role: 'owner', workspace: place },
        typeIDs: await namesOf(db, 'project_type', tenantId),
        activityIDs: await namesOf(db, 'activity', tenantId),
      };
    },
    async addMember(workspace, { role = 'member', approverID, ...flags } = {}) {
      const [id, userUuid] = [newId(), newId()];
      const now = new Date(clock.now().getTime() - 60_000);
      await databases[workspace.regionCode].owner.run(sql`
        insert into app.team_member (tenant_id, id, user_id, email, first_name, last_name, role, approver_id, create_edit_projects,
          create_edit_clients_activities, create_edit_time, role_updated_at, created_at, updated_at)
        values (${workspace.tenantId}, ${id}, ${userUuid}, ${`${id}@example.com`}, ${role}, ${id.slice(-4)}, ${role}, ${approverID ?? null},
          ${flags.createEditProjects ?? false}, ${flags.createEditClientsActivities ?? false}, ${flags.createEditTime ?? false},
          ${now}, ${now}, ${now})`);
      const { publicId, slug, regionCode } = workspace;
      provider.people.set(userUuid, { authorization: { [publicId]: { roles: [role] } } });
      return { teamMemberID: id, userUuid, role, workspace: { publicId, slug, regionCode } };
    },
    async headersOf(member, claims = {}) {
      const { workspace, userUuid, role } = member;
      const key = `${userUuid} ${workspace.publicId}`;
      const sessionId = sessions.get(key) ?? newId();
      sessions.set(key, sessionId);
      const seconds = Math.floor(clock.now().getTime() / 1000);
      const token = await provider.sign({
        iss: issuer,
        aud: workspace.publicId,
        sub: userUuid,
        sid: sessionId,
        iat: seconds,
        exp: seconds + 600,
        auth_time: seconds,
        mode: config.mode,
        tenantId: workspace.publicId,
        userUuid,
        userId: 1,
        sessionId,
        authz_version: 1,
        isEmailConfirmed: true,
        authorization: { [workspace.publicId]: { roles: [role] } },
        ...claims,
      });
      return {
        authorization: `Bearer ${token}`,
        tenantid: workspace.publicId,
        sessionid: sessionId,
        regioncode: workspace.regionCode,
        host: `${workspace.slug}.${config.mainDomain}`,
      };
    },
    async call(method, path, { as, body, query, headers } = {}) {
      const own = as ? await harness.headersOf(as) : { host: config.mainDomain };
      const all = Object.fromEntries(
        Object.entries({ ...own, ...headers }).filter(([, value]) => value !== undefined),
      ) as Record<string, string>;
      const options: InjectOptions = { method, url: `/api/${path}`, headers: all };
      if (query) options.query = query;
      if (body !== undefined) options.payload = body as never;
      const answer = toAnswer(await app.inject(options));
      checkAnswer(method, path, answer);
      return answer;
    },
    startPeer: startService,
    async close() {
      await close();
      await Promise.all([us.drop(), eu.drop(), provider.close()]);
    },
  };
  return harness;
}

export function toAnswer(response: LightMyRequestResponse): Answer {
  const isJson = String(response.headers['content-type'] ?? '').includes('json') && response.payload !== '';
  return {
    status: response.statusCode,
    text: response.payload,
    body: isJson ? JSON.parse(response.payload) : null,
    headers: response.headers,
  };
}

async function namesOf(
  db: Database,
  table: 'project_type' | 'activity',
  tenantId: string,
): Promise<Record<string, string>> {
  const rows = await db.rows<{ name: string; id: string }>(
    table === 'activity'
      ? sql`select name, id from app.activity where tenant_id = ${tenantId}`
      : sql`select name, id from app.project_type where tenant_id = ${tenantId}`,
  );
  return Object.fromEntries(rows.map(({ name, id }) => [name, id]));
}
