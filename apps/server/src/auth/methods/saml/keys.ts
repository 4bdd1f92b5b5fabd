import { createPrivateKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Queryable } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { selfSignedCertificate } from '../../../platform/self-signed-certificate.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { Mode } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { SamlKey } from './sign-xml.ts';

/** Service providers store the certificate by hand; it outlives most of them. */
const certificateYears = 10;

type KeyRow = { id: string; sealed: Buffer; certificate: string };

/** The key with which a tenant signs as identity provider; made at its first use, encrypted at rest. */
export async function samlKeyOf(context: AuthContext, tenant: Tenant): Promise<SamlKey> {
  const { database } = context;
  const mode = samlMode(context, tenant);
  const row = (await findKey(database, tenant.id, mode)) ?? (await makeKey(context, tenant, mode));
  const pem = context.secrets.open(row.sealed, row.id);
  return { privateKey: createPrivateKey(pem), certificate: row.certificate };
}

/** The realm that SAML of a tenant works in: a child's only one, else that of the deployment. */
export function samlMode(context: AuthContext, tenant: Tenant): Mode {
  return tenant.parentId === null ? context.config.mode : tenant.mode;
}

function findKey(db: Queryable, tenantId: string, mode: Mode): Promise<KeyRow | null> {
  return db.maybeOne<KeyRow>(sql`select id, sealed_private_key as sealed, certificate from auth.saml_key
    where tenant_id = ${tenantId} and mode = ${mode}`);
}

async function makeKey(context: AuthContext, tenant: Tenant, mode: Mode): Promise<KeyRow> {
  const { database, secrets, clock } = context;
  const { pem, certificate } = await makePair(context, tenant);
  const id = newId();
  const { sealed, keyId } = secrets.seal(pem, id);
  // Two processes may get here at once; the first key stays.
  await database.run(sql`insert into auth.saml_key (tenant_id, mode, id, sealed_private_key, key_id, certificate, created_at)
    values (${tenant.id}, ${mode}, ${id}, ${sealed}, ${keyId}, ${certificate}, ${clock.now()})
    on conflict (tenant_id, mode) do nothing`);
  const row = await findKey(database, tenant.id, mode);
  if (!row) throw new Error('no SAML key');
  return row;
}

/** The key for which a tenant's identity provider may encrypt; never the one that signs. */
export async function samlDecryptionKeyOf(context: AuthContext, tenant: Tenant): Promise<SamlKey> {
  const { database, secrets } = context;
  const mode = samlMode(context, tenant);
  const { id } = (await findKey(database, tenant.id, mode)) ?? (await makeKey(context, tenant, mode));
  const row = (await findDecryptionKey(database, id)) ?? (await addDecryptionKey(context, tenant, id));
  const privateKey = createPrivateKey(secrets.open(row.sealed, decryptionOf(id)));
  return { privateKey, certificate: row.certificate };
}

type DecryptionRow = Pick<KeyRow, 'sealed' | 'certificate'>;

function findDecryptionKey(db: Queryable, id: string): Promise<DecryptionRow | null> {
  return db.maybeOne<DecryptionRow>(sql`select sealed_decryption_key as sealed, decryption_certificate as certificate
    from auth.saml_key where id = ${id} and decryption_certificate is not null`);
}

async function addDecryptionKey(context: AuthContext, tenant: Tenant, id: string): Promise<DecryptionRow> {
  const { pem, certificate } = await makePair(context, tenant);
  const { sealed } = context.secrets.seal(pem, decryptionOf(id));
  await context.database.run(sql`update auth.saml_key set sealed_decryption_key = ${sealed},
      decryption_certificate = ${certificate}
    where id = ${id} and decryption_certificate is null`);
  const row = await findDecryptionKey(context.database, id);
  if (!row) throw new Error('no SAML decryption key');
  return row;
}

function decryptionOf(id: string): string {
  return `${id} decryption`;
}

async function makePair(
  { clock }: AuthContext,
  tenant: Tenant,
): Promise<{ pem: string; certificate: string }> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const now = clock.now();
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(now.getUTCFullYear() + certificateYears);
  const certificate = selfSignedCertificate(privateKey, {
    name: `Latchkey ${tenant.publicId}`,
    notBefore: new Date(now.getTime() - 60 * 60_000),
    notAfter,
  });
  return { pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate };
}
