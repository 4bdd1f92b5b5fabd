import type { World } from '../../context.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** One counted thing; see migration 0015. Windows are [milliseconds, tries]. */
export type Bucket = {
  key: string;
  windows: [number, number][];
  /** Counts distinct subjects instead of tries. */
  subject?: string;
  /** Waits in ms once the window is full, instead of waiting for the window to pass. */
  waits?: number[];
  /** Tries in a row, without a right one between, after which nothing is let through until a reset. */
  dead_after?: number;
  /** Makes nobody wait: when it is full, a right secret is answered as a wrong one. */
  silent?: true;
  /** Counts by client address; configuration may switch these off. */
  isPerAddress?: boolean;
};

const perAddress = (name: string, address: string, window: [number, number], subject?: string): Bucket => ({
  key: `${name} ${address}`,
  windows: [window],
  isPerAddress: true,
  ...(subject ? { subject } : {}),
});
const inWorld = (name: string, world: World, who: string) =>
  `${name} ${world.rootTenantId} ${world.mode} ${who}`;

const passwordTries = {
  windows: [[15 * minute, 10]] as [number, number][],
  waits: [1, 2, 4, 8, 15].map((minutes) => minutes * minute),
  dead_after: 100,
};

/** The same limits for whom a stranger only named: full, they look like a wrong secret. */
export function silently(buckets: Bucket[]): Bucket[] {
  return buckets.map((bucket) => ({ ...bucket, silent: true }));
}

/**
 * Every counted limit of security 2. `who` is a hash of the identifier as submitted, whether it exists or not. A device
 * that signed in before has its own password bucket, so that strangers cannot lock the owner out.
 */
export const limitRules = {
  password: (world: World, who: string, device: string | null, address: string): Bucket[] => [
    { key: inWorld('password', world, `${who} ${device ?? 'any'}`), ...passwordTries },
    perAddress('password', address, [15 * minute, 50]),
    perAddress('password-identifiers', address, [hour, 20], who),
  ],
  /**
   * For an account that goes by an address and a username: both together have the tries that each has by itself. Silent, or
   * a wait that begins early would tell that there is such an account, and its other name.
   */
  passwordOfAccount: (world: World, userId: string, device: string | null): Bucket[] => [
    {
      key: inWorld('password-account', world, `${userId} ${device ?? 'any'}`),
      ...passwordTries,
      silent: true,
    },
  ],
  newPassword: (world: World, userId: string): Bucket[] => [
    { key: inWorld('new-password', world, userId), windows: [[hour, 20]] },
  ],
  code: (world: World, who: string): Bucket[] => [
    { key: inWorld('code', world, who), windows: [[hour, 10]] },
  ],
  totp: (world: World, userId: string): Bucket[] => [
    {
      key: inWorld('totp', world, userId),
      windows: [
        [15 * minute, 5],
        [day, 20],
      ],
    },
  ],
  totpAlone: (world: World, who: string, tenantId: string, address: string): Bucket[] => [
    { key: inWorld('totp-alone', world, who), windows: [[day, 5]] },
    perAddress('totp-alone', address, [hour, 20], who),
    { key: `totp-alone-tenant ${tenantId}`, windows: [[hour, 100]] },
  ],
  /** By whatever name the account was meant. */
  totpAloneOfAccount: (world: World, account: string): Bucket[] => [
    { key: inWorld('totp-alone-account', world, account), windows: [[day, 5]] },
  ],
  backup: (world: World, userId: string): Bucket[] => [
    { key: inWorld('backup', world, userId), windows: [[hour, 5]] },
  ],
  mail: (world: World, who: string, address: string): Bucket[] => [
    {
      key: inWorld('mail', world, who),
      windows: [
        [world.mode === 'test' ? 2 * second : 30 * second, 1],
        [hour, 5],
        [day, 10],
      ],
    },
    perAddress('mail', address, [hour, 20]),
  ],
  sms: (world: World, who: string, address: string, tenantId: string, tenantCap: number): Bucket[] => [
    {
      key: inWorld('sms', world, who),
      windows: [
        [world.mode === 'test' ? 2 * second : 30 * second, 1],
        [hour, 3],
        [day, 6],
      ],
    },
    perAddress('sms', address, [hour, 10]),
    { key: `sms-tenant ${tenantId} ${world.mode}`, windows: [[day, tenantCap]] },
  ],
  signup: (address: string): Bucket[] => [perAddress('signup', address, [hour, 10])],
  workspace: (world: World, userId: string): Bucket[] => [
    { key: inWorld('workspace', world, userId), windows: [[day, 3]] },
  ],
  keyCheck: (address: string): Bucket[] => [perAddress('key', address, [hour, 60])],
} as const;
