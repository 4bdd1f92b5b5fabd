/** Writes `docs/third-parties.md` from the lockfile; with `--sbom` it prints a bill of materials instead. */
import { readFile, writeFile } from 'node:fs/promises';
import { inRoot } from './lib/paths.mjs';
import { billOfMaterials, thirdParties, thirdPartiesPage, unreadLicences } from './lib/third-parties.mjs';

/** @param {string[]} path */
const read = async (...path) => JSON.parse(await readFile(inRoot(...path), 'utf8'));

const parties = thirdParties((await read('package-lock.json')).packages);
const unread = unreadLicences(parties);
if (unread.length > 0)
  process.stderr.write(`Read these licences before they are shipped:\n${unread.join('\n')}\n`);
if (process.argv.includes('--sbom')) {
  const { version } = await read('apps', 'server', 'package.json');
  process.stdout.write(`${JSON.stringify(billOfMaterials(parties, version), null, 2)}\n`);
} else await writeFile(inRoot('docs', 'third-parties.md'), thirdPartiesPage(parties));
