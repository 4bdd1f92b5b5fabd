import { afterAll, beforeAll } from 'vitest';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';

/** A workspace with an admin and a member, another one abroad, and a provider that knows people and takes messages. */
export type House = {
  gateway: GatewayHarness;
  home: TestWorkspace;
  other: TestWorkspace;
  admin: TestMember;
  member: TestMember;
  /** Whom the provider knows, by `userUuid`. */
  users: Map<string, { email: string; isEmailConfirmed: boolean; name?: string }>;
  /** What the provider was asked to do, in order. */
  mailed: { path: string; body: unknown }[];
  /** A person with a token of the root tenant, as on the main domain. */
  asAccount(userUuid: string): Promise<Record<string, string>>;
};

/**
 * Opens before the tests of the file that calls this and closes after them; its fields are there in tests.
 *
 * @param prepare gives variables of the gateway
 */
export function openHouse(prepare: () => Promise<Record<string, string>> = async () => ({})): House {
  const house = {
    users: new Map(),
    mailed: [],
    async asAccount(userUuid) {
      const { provider, config } = house.gateway;
      const headers = await house.gateway.headersOf(
        { ...house.home.owner, userUuid },
        { aud: provider.tenantId, tenantId: provider.tenantId, authorization: {} },
      );
      const { authorization = '', sessionid = '' } = headers;
      return { authorization, sessionid, tenantid: provider.tenantId, host: config.mainDomain };
    },
  } as Pick<House, 'users' | 'mailed' | 'asAccount'> as House;
  beforeAll(async () => {
    const gateway = await createGatewayHarness(await prepare());
    gateway.provider.respond = ({ method, path, body }) => {
      if (method === 'POST') house.mailed.push({ path, body });
      if (path.startsWith('users/') && method === 'GET') {
        return house.users.get(path.slice('users/'.length)) ?? null;
      }
      return path === 'auth/link/generate' ? { link: 'http://stint.localhost:3000/signin?token=t' } : {};
    };
    const home = await gateway.addWorkspace();
    const other = await gateway.addWorkspace({ regionCode: 'eu' });
    const admin = await gateway.addMember(home, { role: 'admin' });
    const member = await gateway.addMember(home, { role: 'member' });
    Object.assign(house, { gateway, home, other, admin, member });
    gateway.service.startWorkers();
  });
  afterAll(() => house.gateway?.close());
  return house;
}
