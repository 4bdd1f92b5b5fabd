/**
 * A part of the house: the files below these paths, and the other parts that they may use. Where paths overlap the
 * first zone in the list wins, so narrow ones stand before wide ones.
 */
export type Zone = { name: string; paths: string[]; mayUse: string[]; isBrowser?: boolean };

const PACKAGES_FOR_PAGES = ['domain', 'auth-client', 'auth-widget'];

/** Everything of the server; what composes may use all of it. */
const SERVER = [
  'server/platform',
  'server/config',
  'server/auth',
  'server/gateway',
  'server/web',
  'server/main',
];

/**
 * The provider's floors, the ground first: a room may use what stands on lower floors, and rooms of one floor do not know
 * each other. docs/architecture.md says what each is for.
 */
const PROVIDER_FLOORS: readonly (readonly string[])[] = [
  ['model'],
  ['mechanisms/limits', 'mechanisms/audit', 'mechanisms/metrics', 'mechanisms/tenants', 'mechanisms/jobs'],
  ['mechanisms/tokens', 'mechanisms/webhooks', 'mechanisms/http', 'mechanisms/passwords', 'mechanisms/keys'],
  ['mechanisms/outbox', 'mechanisms/sessions'],
  ['mechanisms/people'],
  ['mechanisms/proofs'],
  ['mechanisms/contacts', 'mechanisms/access'],
  ['context.ts'],
  ['sign-in'],
  ['methods/password', 'methods/link', 'methods/code', 'methods/totp', 'methods/federation'],
  ['methods/saml'],
  ['account', 'administration'],
  ['composition'],
  ['service.ts'],
  ['cli'],
];

/** The gateway's floors in the same way: what a request is, mechanisms, the way in, features, and their composition. */
const GATEWAY_FLOORS: readonly (readonly string[])[] = [
  ['change-feed/topics.ts'],
  ['change-feed/feed.ts'],
  ['context.ts', 'start-check.ts', 'secrets.ts'],
  ['change-feed', 'jobs', 'provider', 'payments'],
  ['totals'],
  ['shared', 'mail', 'sagas'],
  ['token'],
  ['access'],
  ['feature.ts', 'http-guard.ts'],
  ['session-start', 'changes', 'reference', 'content', 'long-work', 'retention', 'logo'],
  ['workspace-settings'],
  ['activities', 'tags', 'rates', 'timesheets'],
  ['projects'],
  ['clients'],
  [
    'audit-log',
    'calendar',
    'event-feeds',
    'personal-tokens',
    'credentials',
    'webhooks',
    'subscription',
    'search',
  ],
  ['team', 'timers', 'approvals', 'budgets', 'reports', 'trash', 'workspace-lifecycle', 'total-checks'],
  ['saved-reports', 'test-mails'],
  ['people', 'invitations', 'transfer', 'imports', 'unsubscribe'],
  ['features.ts'],
  ['compose.ts'],
  ['service.ts'],
];

/** A zone for each room of a house of several floors; type-only imports count like all others. */
function roomsOf(
  house: { name: string; path: string; mayUse: string[] },
  floors: readonly (readonly string[])[],
): Zone[] {
  return floors.flatMap((rooms, floor) => {
    const below = floors.slice(0, floor).flat();
    return rooms.map((room) => ({
      name: `${house.name}/${room}`,
      paths: [`${house.path}${room}${room.endsWith('.ts') ? '' : '/'}`],
      mayUse: [...house.mayUse, ...below.map((lower) => `${house.name}/${lower}`)],
    }));
  });
}

const PROVIDER = {
  name: 'server/auth',
  path: 'apps/server/src/auth/',
  mayUse: ['domain', 'server/platform', 'server/config'],
};

const GATEWAY = {
  name: 'server/gateway',
  path: 'apps/server/src/gateway/',
  mayUse: ['domain', 'server/platform', 'server/config'],
};

/**
 * Who may import whom. `domain <- auth-client <- auth-widget <- web`; `domain <- platform <- auth, gateway`, which
 * never meet; in web `lib <- entities, ui <- features <- app`.
 */
export const zones: Zone[] = [
  { name: 'domain', paths: ['packages/domain/src/'], mayUse: [], isBrowser: true },
  { name: 'auth-client', paths: ['packages/auth-client/src/'], mayUse: ['domain'], isBrowser: true },
  {
    name: 'auth-widget',
    paths: ['packages/auth-widget/src/'],
    mayUse: ['domain', 'auth-client'],
    isBrowser: true,
  },

  {
    name: 'web/build',
    paths: ['apps/web/vite.config.ts', 'apps/web/languages.config.ts'],
    mayUse: ['domain', 'web/lib'],
  },
  { name: 'web/messages', paths: ['apps/web/src/messages/'], mayUse: ['domain'], isBrowser: true },
  { name: 'web/styles', paths: ['apps/web/src/styles/'], mayUse: [], isBrowser: true },
  {
    name: 'web/lib',
    paths: ['apps/web/src/lib/'],
    mayUse: [...PACKAGES_FOR_PAGES, 'web/messages'],
    isBrowser: true,
  },
  {
    name: 'web/entities',
    paths: ['apps/web/src/entities/'],
    mayUse: [...PACKAGES_FOR_PAGES, 'web/lib', 'web/messages'],
    isBrowser: true,
  },
  {
    name: 'web/ui',
    paths: ['apps/web/src/ui/'],
    mayUse: ['domain', 'web/lib', 'web/messages', 'web/styles'],
    isBrowser: true,
  },
  {
    // One zone per folder: see `zoneOf`.
    name: 'web/features',
    paths: ['apps/web/src/features/'],
    mayUse: [...PACKAGES_FOR_PAGES, 'web/entities', 'web/ui', 'web/lib', 'web/messages', 'web/styles'],
    isBrowser: true,
  },
  {
    name: 'web/site',
    paths: ['apps/web/src/site/'],
    mayUse: [
      ...PACKAGES_FOR_PAGES,
      'web/features',
      'web/entities',
      'web/ui',
      'web/lib',
      'web/messages',
      'web/styles',
    ],
    isBrowser: true,
  },
  {
    name: 'web/app',
    paths: ['apps/web/src/'],
    mayUse: [
      ...PACKAGES_FOR_PAGES,
      'web/features',
      'web/entities',
      'web/ui',
      'web/lib',
      'web/messages',
      'web/styles',
    ],
    isBrowser: true,
  },

  { name: 'server/platform', paths: ['apps/server/src/platform/'], mayUse: ['domain'] },
  {
    name: 'server/config',
    paths: [
      'apps/server/src/config.ts',
      'apps/server/src/config-variables.ts',
      'apps/server/src/config-addresses.ts',
      'apps/server/src/config-archive.ts',
      'apps/server/src/secret-files.ts',
    ],
    mayUse: ['domain', 'server/platform'],
  },
  ...roomsOf(PROVIDER, PROVIDER_FLOORS),
  // Tests of the whole provider.
  { name: PROVIDER.name, paths: [PROVIDER.path], mayUse: PROVIDER.mayUse },
  ...roomsOf(GATEWAY, GATEWAY_FLOORS),
  // Tests of the whole gateway.
  { name: GATEWAY.name, paths: [GATEWAY.path], mayUse: GATEWAY.mayUse },
  { name: 'server/web', paths: ['apps/server/src/web/'], mayUse: ['domain', ...SERVER] },
  { name: 'server/tools', paths: ['apps/server/src/tools/'], mayUse: ['domain', ...SERVER] },
  {
    name: 'server/testing',
    paths: ['apps/server/src/testing/'],
    mayUse: ['domain', 'auth-client', ...SERVER],
  },
  { name: 'server/main', paths: ['apps/server/src/'], mayUse: ['domain', ...SERVER] },

  { name: 'scripts', paths: ['scripts/'], mayUse: ['server/platform', 'server/config'] },
  {
    name: 'e2e',
    paths: ['e2e/'],
    mayUse: ['domain', 'auth-client', 'scripts', 'server/tools', 'server/testing', ...SERVER],
  },
  {
    name: 'bench',
    paths: ['bench/'],
    mayUse: ['domain', 'auth-client', 'scripts', 'server/tools', 'server/testing', ...SERVER],
  },
  { name: 'root', paths: [''], mayUse: ['scripts'] },
];

/** What only tests may use, besides what their zone may. */
const FOR_TESTS = ['server/testing', 'scripts'];

/** Workspaces and the folders their packages name. */
export const packageFolders: Record<string, string> = {
  '@stint/domain': 'packages/domain',
  '@latchkey/client': 'packages/auth-client',
  '@latchkey/widget': 'packages/auth-widget',
  '@stint/server': 'apps/server',
  '@stint/web': 'apps/web',
};

/** The zone of a file, and for features which one: two features are two zones. */
export function zoneOf(path: string): { zone: Zone; key: string } {
  const zone = zones.find((candidate) => candidate.paths.some((prefix) => path.startsWith(prefix)));
  if (!zone) throw new Error(`${path} lies in no zone`);
  const feature = /^apps\/web\/src\/features\/([^/]+)/.exec(path)?.[1];
  return { zone, key: feature === undefined ? zone.name : `${zone.name}/${feature}` };
}

/** Whether a file may import another one of this repository; both are paths from the root. */
export function isAllowed(from: string, to: string): boolean {
  const [source, target] = [zoneOf(from), zoneOf(to)];
  if (source.key === target.key || covers(source.zone.mayUse, target.zone.name)) return true;
  if (!isTest(from)) return false;
  return covers(FOR_TESTS, target.zone.name) || houseOf(source.zone.name) === houseOf(target.zone.name);
}

/** Whether a zone is one of these, or a room of one. */
function covers(names: readonly string[], zone: string): boolean {
  return names.some((name) => zone === name || zone.startsWith(`${name}/`));
}

/** `server/auth` of `server/auth/model`: a test goes through the whole house. */
function houseOf(zone: string): string {
  return zone.split('/', 2).join('/');
}

/** Tests and what only they use. */
export function isTest(path: string): boolean {
  return /\.(test|fixture)\.tsx?$/.test(path) || path.startsWith('apps/server/src/testing/');
}

/** The workspace a file lies in, or '' outside of all. */
export function workspaceOf(path: string): string {
  return Object.values(packageFolders).find((folder) => path.startsWith(`${folder}/`)) ?? '';
}
