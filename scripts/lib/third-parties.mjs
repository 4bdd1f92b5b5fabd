/**
 * What of other people's work goes to browsers and servers with this product, or builds it there, from the lockfile: everything that is not
 * needed for development alone.
 */

/** @typedef {{ version?: string, license?: string, integrity?: string, dev?: boolean, devOptional?: boolean, link?: boolean }} Entry */
/** @typedef {{ name: string, version: string, licence: string, sha512: string | null }} ThirdParty */

const FOLDER = 'node_modules/';

/** Packages that say it in a file of theirs alone. @type {Record<string, string>} */
const TOLD_ELSEWHERE = { 'png-js': 'MIT' };

/** What may be given on under Apache-2.0 with no more than a notice; anything else is for a person to decide. */
const ACCEPTED_LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
]);

/** What a person has read: data that ask to be named, which the page does, and a font that may be given on unchanged. */
const READ = new Set(['date-holidays', 'dejavu-fonts-ttf']);

/** Those whose licence nobody has read yet. @param {ThirdParty[]} parties */
export function unreadLicences(parties) {
  const isAccepted = (/** @type {string} */ licence) =>
    licence
      .replace(/[()]/g, '')
      .split(/ (?:AND|OR) /)
      .every((one) => ACCEPTED_LICENCES.has(one));
  return parties
    .filter(({ name, licence }) => !READ.has(name) && !isAccepted(licence))
    .map(({ name, licence }) => `${name}: ${licence || 'no licence'}`);
}

/**
 * @param {Record<string, Entry>} packages those of a lockfile
 * @returns {ThirdParty[]} by name, each version once
 */
export function thirdParties(packages) {
  /** @type {Map<string, ThirdParty>} */
  const found = new Map();
  for (const [path, { version = '', license = '', integrity = '', ...entry }] of Object.entries(packages)) {
    if (!path.includes(FOLDER) || entry.dev || entry.devOptional || entry.link) continue;
    const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
    const licence = license || TOLD_ELSEWHERE[name] || '';
    const [, digest] = /^sha512-(\S+)$/.exec(integrity) ?? [];
    const sha512 = digest ? Buffer.from(digest, 'base64').toString('hex') : null;
    found.set(`${name}@${version}`, { name, version, licence, sha512 });
  }
  return [...found.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/** The page that names them. @param {ThirdParty[]} parties */
export function thirdPartiesPage(parties) {
  const rows = parties.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return `# Third parties

What of other people's work goes to browsers and servers with Stint and Latchkey, or builds them there, on any platform, with its licence; the text of
each lies in its package. Made from the lockfile by \`node scripts/third-parties.mjs\`; a test compares the two.
\`npm run --silent sbom\` prints the same as a software bill of materials (CycloneDX).

| Package | Version | Licence |
|---|---|---|
${rows.join('\n')}
`;
}

/**
 * The bill of materials (CycloneDX 1.5). npm's own leaves out what was not installed here, such as other platforms.
 *
 * @param {ThirdParty[]} parties
 * @param {string} version of the product
 */
export function billOfMaterials(parties, version) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: 'stint', version } },
    components: parties.map(({ name, version: ofParty, licence, sha512 }) => ({
      type: 'library',
      'bom-ref': purlOf(name, ofParty),
      name,
      version: ofParty,
      purl: purlOf(name, ofParty),
      licenses: [isExpression(licence) ? { expression: licence } : { license: { name: licence } }],
      ...(sha512 ? { hashes: [{ alg: 'SHA-512', content: sha512 }] } : {}),
    })),
  };
}

/** The name that tools know a package by (package-url). @param {string} name @param {string} version */
function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** As SPDX has them; anything else is a name. @param {string} licence */
function isExpression(licence) {
  return !licence.startsWith('SEE ');
}
