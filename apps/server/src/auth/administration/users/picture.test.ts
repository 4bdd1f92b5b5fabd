import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuthHarness,
  goodPassword,
  type Json,
  startAuth,
  withTokens,
} from '../../../testing/auth-harness.ts';

let auth: AuthHarness;
let ada: Json & { accessToken: string };
let house: Json;

beforeAll(async () => {
  auth = await startAuth();
  const owner = await auth.signUp('ada@pic.example');
  house = await auth.makeWorkspace(owner, 'picture-house');
  // The new role made the first token stale.
  const again = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
    body: { emailOrUsername: 'ada@pic.example', password: goodPassword },
  });
  ada = withTokens(again.body);
});
afterAll(() => auth.close());

const bad = [
  ['http', 'http://x.example/a.png'],
  ['a script', 'javascript:alert(1)'],
  ['data', 'data:image/svg+xml,<svg/>'],
  ['no host', 'https://'],
  ['2,049 characters', `https://x.example/${'a'.repeat(2031)}`],
] as const;
const places = [
  ['PUT /self', () => ({ route: 'PUT /self', bearer: ada.accessToken, body: {} })],
  ['POST /tenants', () => ({ route: 'POST /tenants', bearer: ada.accessToken, body: { name: 'New' } })],
  [
    'PUT /tenants/{t}',
    () => ({ route: `PUT /tenants/${house.tenantId}`, bearer: ada.accessToken, body: {} }),
  ],
  ['POST /users', () => ({ route: 'POST /users', bearer: auth.adminKey, body: { email: 'p@pic.example' } })],
  [
    'POST /users/invite',
    () => ({ route: 'POST /users/invite', bearer: auth.adminKey, body: { email: 'i@pic.example' } }),
  ],
] as const;
const rows = places.flatMap(([place, make]) =>
  bad.map(([what, image]) => [place, what, make, image] as const),
);

describe('security 9: the address of a picture is https', () => {
  test.each(rows)('%s refuses %s', async (_place, _what, make, image) => {
    const { route, bearer, body } = make();
    const answer = await auth.call(route, { bearer, body: { ...body, image } });
    expect(answer.status).toBe(400);
    expect(answer.body.error.type).toBe('bad_request_error');
  });

  test('a workspace takes one, and an empty text removes it', async () => {
    const set = (image: string | null) =>
      auth.call(`PUT /tenants/${house.tenantId}`, { bearer: ada.accessToken, body: { image } });
    expect((await set('https://x.example/a.png')).body.image).toBe('https://x.example/a.png');
    expect((await set('')).body.image).toBeNull();
  });
});
