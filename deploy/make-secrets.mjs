/**
 * `node deploy/make-secrets.mjs deploy/secrets --host postgres --regions eu --smtp smtps://user:password@mail.example`:
 * a file for each secret that Stint needs, named after its variable. What is there already stays, so that the command may
 * be run again for a further region. Needs nothing but Node 20.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE =
  'Use: node deploy/make-secrets.mjs <folder> --host <PostgreSQL, as the product reaches it> [--regions us,eu] [--smtp <url>]';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { host: { type: 'string' }, regions: { type: 'string', default: 'eu' }, smtp: { type: 'string' } },
});
const [folder] = positionals;
const { host, smtp } = values;
const regions = values.regions.split(',');
if (!folder || !host || !regions.every((code) => /^[a-z]{2,8}$/.test(code))) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}

mkdirSync(folder, { recursive: true, mode: 0o700 });
keep('SECRET_KEY', randomBytes(48).toString('base64'));
keep('METRICS_KEY', randomBytes(48).toString('base64'));
keep('BACKUP_KEY', randomBytes(48).toString('base64'));
// The first start makes the tenant that this key names.
keep('AUTH_ADMIN_KEY', `lk_live_admin_${newTenantName()}_${randomBytes(32).toString('hex')}`);
keep('POSTGRES_PASSWORD', newPassword());
keepUrls('IDENTITY', 'identity');
for (const code of regions) keepUrls(`GATEWAY_${code.toUpperCase()}`, `time_${code}`);
if (smtp) keep('SMTP_URL', smtp);
else if (!existsSync(join(folder, 'SMTP_URL')))
  process.stdout.write(`Put the address of the mail server into ${join(folder, 'SMTP_URL')}.\n`);

/** Three logins each: of the service, of the owner of its tables, and of who claims jobs. @param {string} prefix @param {string} database */
function keepUrls(prefix, database) {
  for (const [variable, login] of [
    ['URL', `${database}_login`],
    ['OWNER_URL', `${database}_owner`],
    ['WORKER_URL', `${database}_jobs`],
  ]) {
    keep(`${prefix}_DATABASE_${variable}`, `postgres://${login}:${newPassword()}@${host}:5432/${database}`);
  }
}

/** Readable by all within a folder of mode 0700: a container reads single files of it as another user. @param {string} name @param {string} value */
function keep(name, value) {
  const path = join(folder ?? '', name);
  if (existsSync(path)) return;
  writeFileSync(path, `${value}\n`, { mode: 0o444, flag: 'wx' });
  process.stdout.write(`${path}\n`);
}

/** Fit for an address without escapes. */
function newPassword() {
  return randomBytes(24).toString('hex');
}

function newTenantName() {
  return `t${randomBytes(4).toString('hex').slice(1)}`;
}
