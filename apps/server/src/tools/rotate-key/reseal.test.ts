import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putProvider } from '../../auth/methods/federation/settings.ts';
import { saveTrip } from '../../auth/methods/federation/trips.ts';
import { samlDecryptionKeyOf } from '../../auth/methods/saml/keys.ts';
import { keepFormerKeys } from '../../auth/model/former-keys.ts';
import { findTenantByPublicId } from '../../auth/model/tenants/queries.ts';
import { createAuthService } from '../../auth/service.ts';
import { gatewaySecrets } from '../../gateway/secrets.ts';
import { newId } from '../../platform/ids.ts';
import { createSecrets, newSecret } from '../../platform/secrets.ts';
import { sql } from '../../platform/sql.ts';
import { type AuthHarness, goodPassword, startAuth } from '../../testing/auth-harness.ts';
import { authenticatorCode } from '../../testing/authenticator.ts';
import { createGatewayHarness, type GatewayHarness } from '../../testing/gateway-harness.ts';
import { personWithAuthenticator } from '../../testing/paired-authenticator.ts';
import { resealIdentity, resealRegion } from './reseal.ts';
import { identityColumns, workspaceColumns } from './sealed-columns.ts';

const sources = fileURLToPath(new URL('../../', import.meta.url));

test('security 12: every file that seals is named beside the columns that it writes', () => {
  const sealing = globSync('{auth,gateway,web,platform}/**/*.ts', { cwd: sources }).filter(
    (file) =>
      !/\.(test|fixture)\.ts$/.test(file) &&
      file !== 'platform/secrets.ts' &&
      /\bsecrets\s*\.\s*seal\(/.test(readFileSync(join(sources, file), 'utf8')),
  );
  const named = new Set([...identityColumns, ...workspaceColumns].map(({ writtenBy }) => writtenBy));
  expect(sealing.sort()).toEqual([...named].sort());
});

describe('the provider', () => {
  const [former, present] = [randomBytes(48), randomBytes(48)];
  let auth: AuthHarness;
  beforeAll(async () => {
    auth = await startAuth({ secretKey: former });
  });
  afterAll(() => auth.close());

  const columnsOf = async (schema: string) =>
    auth.db.owner.rows<{
      name: string;
    }>(sql`select table_schema || '.' || table_name || '.' || column_name as name
      from information_schema.columns where table_schema = ${schema} and column_name like 'sealed%' and table_name <> 'api_key'
      order by 1`);

  test('every column that is named sealed is in the list', async () => {
    const listed = identityColumns.map(({ table, column }) => `${table}.${column}`).sort();
    expect((await columnsOf('auth')).map(({ name }) => name)).toEqual(listed);
  });

  test('security 12: everything is sealed anew; then sign-ins, codes and keys work without the former key', async () => {
    const { ada, secret, backupCodes } = await personWithAuthenticator(auth);
    const bob = await auth.signUp();
    await sealOneOfEach(auth);
    const ring = createSecrets(present, { former: [former] });
    await keepFormerKeys(auth.db.owner, ring, auth.clock.now());
    const address = ownerAddress(auth);
    const done = await resealIdentity(address, ring);
    expect(done.filter(({ unreadable }) => unreadable > 0)).toEqual([]);
    expect(done.filter(({ anew }) => anew === 0).map(({ column }) => column)).toEqual([
      'auth.former_key.sealed_keys',
    ]);
    // Again, as after an interruption: there is nothing left to do.
    expect((await resealIdentity(address, ring)).filter(({ anew }) => anew > 0)).toEqual([]);

    const renewed = await startAuth({
      secretKey: present,
      db: auth.db,
      stoppedAt: auth.clock.now().getTime(),
    });
    const basic = (email: string, password: string) =>
      renewed.call(`POST /tenants/${auth.rootId}/auth/basic`, { body: { emailOrUsername: email, password } });
    expect((await basic(bob.email, 'not the password 1')).status).toBe(400);
    expect((await basic(bob.email, goodPassword)).status).toBe(200);
    expect((await renewed.call('GET /self', { bearer: bob.accessToken })).status).toBe(200);
    const { hash } = await auth.db.owner.one<{ hash: string }>(
      sql`select password_hash as hash from auth.credential where user_id = ${bob.userUuid}`,
    );
    expect(hash).toContain(',keyid=');
    expect((await basic(bob.email, goodPassword)).status).toBe(200);

    const first = await basic(ada.email, goodPassword);
    const totpCode = authenticatorCode(secret, renewed.clock.now());
    const path = `POST /tenants/${auth.rootId}/auth/totp`;
    const bearer = first.body.firstFactorToken;
    expect((await renewed.call(path, { bearer, body: { totpCode } })).status).toBe(200);
    const again = await basic(ada.email, goodPassword);
    const body = { backupCode: backupCodes[0] };
    expect((await renewed.call(path, { bearer: again.body.firstFactorToken, body })).status).toBe(200);
    // Mails of test mode are found by their recipient's hash, which is made anew too.
    expect(await renewed.outbox(ada.email)).not.toEqual([]);
    await renewed.app.close();
    await renewed.service.close();
  });

  test('a start with another key says so, and nothing is served', async () => {
    const { context } = auth.service;
    const start = createAuthService({
      database: auth.db.database,
      config: context.config,
      secretKey: randomBytes(48),
      clock: auth.clock,
      mail: null,
      sms: null,
      fetch,
      log: context.log,
    });
    await expect(start).rejects.toThrow(
      /SECRET_KEY is not the one that the identity database is sealed with/,
    );
  });
});

/** What the owner of the database connects with. */
function ownerAddress(auth: AuthHarness) {
  const { host, port, user, database } = auth.db.owner.pool.options;
  return { host: String(host), port: Number(port), user: String(user), database: String(database) };
}

/** A value in each column that the calls of the test leave empty. */
async function sealOneOfEach(auth: AuthHarness): Promise<void> {
  const { context } = auth.service;
  const tenant = await findTenantByPublicId(context.database, auth.rootId);
  if (!tenant) throw new Error('no root tenant');
  const realm = { rootTenantId: tenant.rootTenantId, mode: context.config.mode };
  const webhooks = { user: 'http://127.0.0.1:9/hook' };
  const body = { webhooks };
  await auth.call(`PUT /tenants/${auth.rootId}`, { bearer: auth.adminKey, body });
  await samlDecryptionKeyOf(context, tenant);
  const key = { tenantId: tenant.id, mode: realm.mode, provider: 'google', providerId: '' } as const;
  const settings = { ...key, issuer: null, clientId: 'id', clientSecret: 'secret', signer: null, scopes: [] };
  await putProvider(context, context.database, key, settings);
  const payload = { providerTenantId: tenant.id, nonce: 'n', codeVerifier: 'v', origin: 'o', redirect: null };
  const trip = { realm, tenantId: tenant.id, provider: 'google', providerId: '', payload } as const;
  await saveTrip(context, context.database, trip, { state: newSecret(), browserHash: randomBytes(32) });
  const eve = await auth.signUp();
  await auth.call('DELETE /self', { bearer: eve.accessToken, body: { password: goodPassword } });
  const id = newId();
  const { sealed } = context.secrets.seal('{}', id);
  await auth.db.owner.run(sql`insert into auth.job (id, kind, sealed_payload, run_at, created_at)
    values (${id}, 'kept', ${sealed}, now() + interval '1 day', now())`);
}

describe('a region', () => {
  let gateway: GatewayHarness;
  beforeAll(async () => {
    gateway = await createGatewayHarness();
  });
  afterAll(() => gateway.close());

  test('what workspaces sealed with the server key is opened by a master secret that comes after it', async () => {
    const { owner, tenantId } = await gateway.addWorkspace({ slug: 'harbour' });
    const hook = { url: 'http://127.0.0.1:9/hook', events: ['ping'] };
    expect((await gateway.call('POST', 'Webhooks', { as: owner, body: hook })).status).toBe(201);
    const feed = { url: 'http://127.0.0.1:9/secret.ics' };
    expect((await gateway.call('POST', 'EventFeeds', { as: owner, body: feed })).status).toBe(201);
    const config = { secretKey: newSecret() };
    const { database } = gateway.databases.us;
    const done = await resealRegion(database, gatewaySecrets(config, gateway.provider.adminKey));
    expect(done).toEqual([
      { column: 'app.webhook.secret', anew: 1, unreadable: 0 },
      { column: 'app.event_feed.address', anew: 1, unreadable: 0 },
      { column: 'app.event_feed.events', anew: 0, unreadable: 0 },
    ]);
    const { id, address } = await database.withTenant(tenantId, (tx) =>
      tx.one<{ id: string; address: string }>(
        sql`select id, address from app.event_feed where tenant_id = ${tenantId}`,
      ),
    );
    const alone = createSecrets(Buffer.from(config.secretKey));
    expect(alone.open(Buffer.from(address, 'base64'), `event feed address ${tenantId} ${id}`)).toBe(feed.url);
    const other = await resealRegion(database, createSecrets(randomBytes(48)));
    expect(other.map(({ unreadable }) => unreadable)).toEqual([1, 1, 0]);
  });
});
