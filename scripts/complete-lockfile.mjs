/**
 * `node scripts/complete-lockfile.mjs`, after a dependency was added: `npm ci` refuses a lockfile that lacks an
 * optional package of some other platform, and a registry mirror that does not carry it leaves it out. The
 * missing entries are exact (parents pin them) and never fetched on the platforms whose package is there.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { findMissingOptionals } from './lib/lockfile.mjs';
import { inRoot } from './lib/paths.mjs';

const path = inRoot('package-lock.json');
const lockfile = JSON.parse(readFileSync(path, 'utf8'));
const missing = findMissingOptionals(lockfile.packages);

for (const { name, version, os, cpu, libc } of missing) {
  lockfile.packages[`node_modules/${name}`] = {
    version,
    cpu: [cpu],
    ...(libc ? { libc: [libc] } : {}),
    optional: true,
    os: [os],
  };
}
lockfile.packages = Object.fromEntries(
  Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`);
console.log(`${missing.length} entries added`);
