export type Mode = 'test' | 'live';

/** Whom people belong to: a root tenant in one mode. Users, identifiers, factors and limits are of one realm and unique there. */
export type Realm = { rootTenantId: string; mode: Mode };
