import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@stint/domain/time/units.ts';
import type { Realm } from '../../model/realm.ts';

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
const inRealm = (name: string, realm: Realm, who: string) =>
  `${name} ${realm.rootTenantId} ${realm.mode} ${who}`;

const passwordTries = {
  windows: [[15 * MINUTE_MS, 10]] as [number, number][],
  waits: [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE_MS),
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
  password: (realm: Realm, who: string, device: string | null, address: string): Bucket[] => [
    { key: inRealm('password', realm, `${who} ${device ?? 'any'}`), ...passwordTries },
    perAddress('password', address, [15 * MINUTE_MS, 50]),
    perAddress('password-identifiers', address, [HOUR_MS, 20], who),
  ],
  /**
   * For an account that goes by an address and a username: both together have the tries that each has by itself. Silent, or
   * a wait that begins early would tell that there is such an account, and its other name.
   */
  passwordOfAccount: (realm: Realm, userId: string, device: string | null): Bucket[] => [
    {
      key: inRealm('password-account', realm, `${userId} ${device ?? 'any'}`),
      ...passwordTries,
      silent: true,
    },
  ],
  newPassword: (realm: Realm, userId: string): Bucket[] => [
    { key: inRealm('new-password', realm, userId), windows: [[HOUR_MS, 20]] },
  ],
  code: (realm: Realm, who: string): Bucket[] => [
    { key: inRealm('code', realm, who), windows: [[HOUR_MS, 10]] },
  ],
  totp: (realm: Realm, userId: string): Bucket[] => [
    {
      key: inRealm('totp', realm, userId),
      windows: [
        [15 * MINUTE_MS, 5],
        [DAY_MS, 20],
      ],
    },
  ],
  totpAlone: (realm: Realm, who: string, tenantId: string, address: string): Bucket[] => [
    { key: inRealm('totp-alone', realm, who), windows: [[DAY_MS, 5]] },
    perAddress('totp-alone', address, [HOUR_MS, 20], who),
    { key: `totp-alone-tenant ${tenantId}`, windows: [[HOUR_MS, 100]] },
  ],
  /** By whatever name the account was meant. */
  totpAloneOfAccount: (realm: Realm, account: string): Bucket[] => [
    { key: inRealm('totp-alone-account', realm, account), windows: [[DAY_MS, 5]] },
  ],
  backup: (realm: Realm, userId: string): Bucket[] => [
    { key: inRealm('backup', realm, userId), windows: [[HOUR_MS, 5]] },
  ],
  mail: (realm: Realm, who: string, address: string): Bucket[] => [
    {
      key: inRealm('mail', realm, who),
      windows: [
        [realm.mode === 'test' ? 2 * SECOND_MS : 30 * SECOND_MS, 1],
        [HOUR_MS, 5],
        [DAY_MS, 10],
      ],
    },
    perAddress('mail', address, [HOUR_MS, 20]),
  ],
  sms: (realm: Realm, who: string, address: string, tenant: { id: string; dailyCap: number }): Bucket[] => [
    {
      key: inRealm('sms', realm, who),
      windows: [
        [realm.mode === 'test' ? 2 * SECOND_MS : 30 * SECOND_MS, 1],
        [HOUR_MS, 3],
        [DAY_MS, 6],
      ],
    },
    perAddress('sms', address, [HOUR_MS, 10]),
    { key: `sms-tenant ${tenant.id} ${realm.mode}`, windows: [[DAY_MS, tenant.dailyCap]] },
  ],
  signup: (address: string): Bucket[] => [perAddress('signup', address, [HOUR_MS, 10])],
  workspace: (realm: Realm, userId: string): Bucket[] => [
    { key: inRealm('workspace', realm, userId), windows: [[DAY_MS, 3]] },
  ],
  keyCheck: (address: string): Bucket[] => [perAddress('key', address, [HOUR_MS, 60])],
} as const;
