import { createHash } from 'node:crypto';
import { AppError, type ErrorCode, errorCatalogue } from '@stint/domain/errors.ts';
import type { Standing } from '@stint/domain/workspace/own-credential.ts';

/** A person as the provider knows them. */
type ProviderUser = {
  userUuid: string;
  email: string | null;
  isEmailConfirmed: boolean;
  name: string | null;
};

type NewTenant = {
  /** Internal id, made beforehand, so that asking again makes nothing new. */
  uuid: string;
  name: string;
  slug: string;
  regionCode: string;
  ownerUserUuid: string;
};

/** Whether an address is free, with free ones near it when it is not. */
type SlugAnswer = {
  slug: string;
  isAvailable: boolean;
  reason: 'taken' | 'invalid' | 'reserved' | null;
  suggestions: string[];
};

type NewInvite = {
  email: string;
  /** Path on the main domain where the link leads after signing in. */
  redirect: string;
};

type TenantChange = {
  name?: string | undefined;
  slug?: string | undefined;
  status?: 'active' | 'archived' | undefined;
};

/**
 * The provider as the workspace life needs it: authoritative for existence, slug, region, membership and role.
 * Every call may be repeated.
 */
export type WorkspaceProvider = {
  /**
   * Makes the tenant with its owner, not yet open. @returns its public id
   * @throws AppError `slug_taken`, `slug_invalid`
   */
  createTenant(tenant: NewTenant): Promise<string>;
  /** @throws AppError `slug_taken`, `slug_invalid`, `not_found` */
  updateTenant(tenantId: string, change: TenantChange): Promise<void>;
  /** Deleting what is not there is done already. */
  deleteTenant(tenantId: string): Promise<void>;
  checkSlug(slug: string): Promise<SlugAnswer>;
  /** An empty list ends the membership. @throws AppError `last_owner` when nobody would be left as owner */
  setRoles(tenantId: string, userUuid: string, roles: string[]): Promise<void>;
  findUser(userUuid: string): Promise<ProviderUser | null>;
  /** What decides on a person's own credentials; null for somebody who is not there, or not any more. */
  findStanding(userUuid: string): Promise<Standing | null>;
  /** The provider's own mail with a link that signs the person in, or up, and leads to `redirect`. */
  invite(invite: NewInvite): Promise<void>;
  /** Such a link, to be mailed in the product's own words; void once another one is made. */
  inviteLink(invite: NewInvite): Promise<string>;
  /** A workspace as the provider knows it, which knows of every region; null for what is no workspace. */
  findTenant(tenantId: string): Promise<KnownTenant | null>;
  /** Public ids of every tenant a person belongs to, closed ones too. */
  listTenants(userUuid: string): Promise<string[]>;
};

type KnownTenant = {
  publicId: string;
  name: string;
  slug: string;
  regionCode: string;
  status: 'provisioning' | 'active' | 'archived';
};

export type ProviderOptions = {
  /** Ends in `/v0/`. */
  baseUrl: string;
  rootTenantId: string;
  adminKey: string;
  fetch: typeof fetch;
};

const timeoutMs = 5000;
/** When to ask again a provider that does not answer. */
const awaySeconds = 2;
const inviteOptions = { type: 'invite', duration: '1 week' } as const;

/** The provider over HTTP with the server key. */
export function createWorkspaceProvider(options: ProviderOptions): WorkspaceProvider {
  const call = (method: string, path: string, body?: unknown) => callProvider(options, method, path, body);
  const tenant = (id: string) => `tenants/${encodeURIComponent(id)}`;
  return {
    async createTenant({ uuid, slug, ...tenant }) {
      const data = { tenantNameSlug: slug };
      const body = { ...tenant, tenantId: publicIdOf(uuid), data, status: 'provisioning', signup: 'invited' };
      return String((await call('POST', 'tenants', body))['tenantId']);
    },
    async updateTenant(tenantId, { name, slug, status }) {
      await call('PUT', tenant(tenantId), {
        ...(name === undefined ? {} : { name }),
        ...(slug === undefined ? {} : { slug }),
        ...(status === undefined ? {} : { status }),
      });
    },
    async deleteTenant(tenantId) {
      await call('DELETE', tenant(tenantId)).catch(ignoreMissing);
    },
    async checkSlug(slug) {
      const answer = await call('GET', `${tenant(options.rootTenantId)}/slug/${encodeURIComponent(slug)}`);
      return {
        slug: String(answer['slug']),
        isAvailable: answer['isAvailable'] === true,
        reason: (textOrNull(answer['reason']) as SlugAnswer['reason']) ?? null,
        suggestions: (answer['suggestions'] as string[] | undefined) ?? [],
      };
    },
    async setRoles(tenantId, userUuid, roles) {
      await call('PUT', `${tenant(tenantId)}/users/${encodeURIComponent(userUuid)}/roles`, { roles });
    },
    async findUser(userUuid) {
      const user = await call('GET', `users/${encodeURIComponent(userUuid)}`).catch(ignoreMissing);
      if (!user) return null;
      return {
        userUuid,
        email: textOrNull(user['email']),
        isEmailConfirmed: user['isEmailConfirmed'] === true || user['isConfirmed'] === true,
        name: textOrNull(user['name']),
      };
    },
    async findStanding(userUuid) {
      const user = await call('GET', `users/${encodeURIComponent(userUuid)}`).catch(ignoreMissing);
      return user && toStanding(user);
    },
    async invite({ email, redirect }) {
      await call('POST', 'users/invite', { email, options: { ...inviteOptions, redirect } });
    },
    async inviteLink({ email, redirect }) {
      await call('POST', 'users/invite', { email, options: { ...inviteOptions, noInviteEmail: true } });
      const made = await call('POST', 'auth/link/generate', {
        email,
        options: { ...inviteOptions, redirect },
      });
      return String(made['link']);
    },
    async findTenant(tenantId) {
      const found = await call('GET', tenant(tenantId)).catch(ignoreMissing);
      const data = (found?.['data'] ?? {}) as Record<string, unknown>;
      const [slug, regionCode] = [textOrNull(data['tenantNameSlug']), textOrNull(data['regionCode'])];
      if (!found || slug === null || regionCode === null) return null;
      const status = (textOrNull(found['status']) ?? 'active') as KnownTenant['status'];
      return { publicId: tenantId, name: String(found['name']), slug, regionCode, status };
    },
    async listTenants(userUuid) {
      const user = await call('GET', `users/${encodeURIComponent(userUuid)}`).catch(ignoreMissing);
      return Object.keys((user?.['authorization'] as object | undefined) ?? {});
    },
  };
}

/** Reads what every provider of the protocol sends, and what our own adds to it. */
function toStanding(user: Record<string, unknown>): Standing {
  const authorization = (user['authorization'] ?? {}) as Record<string, { roles?: unknown; since?: unknown }>;
  return {
    isLocked: user['locked'] === true,
    tokensValidFrom: instantOrNull(user['tokensValidFrom']),
    memberships: Object.fromEntries(
      Object.entries(authorization).map(([tenantId, { roles, since }]) => [
        tenantId,
        { roles: Array.isArray(roles) ? roles.map(String) : [], since: instantOrNull(since) },
      ]),
    ),
  };
}

function instantOrNull(value: unknown): Date | null {
  const text = textOrNull(value);
  return text === null ? null : new Date(text);
}

/**
 * One call with the server key.
 * @throws AppError the provider's refusal where people can act on it, `unavailable` while it does not answer, else
 *   `upstream_failed`
 */
export async function callProvider(
  options: ProviderOptions,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  let response: Response;
  try {
    response = await options.fetch(new URL(path, options.baseUrl), {
      method,
      headers: {
        authorization: `Bearer ${options.adminKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    throw new AppError('unavailable', { cause: error, retryAfterSeconds: awaySeconds });
  }
  const answer = await readJson(response);
  if (response.ok) return answer;
  throw toRefusal(response, answer);
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text().catch(() => '');
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { message: text };
  }
}

/** The provider's own refusals that people can act on; anything else is a failure of a service we depend on. */
const passedOn: ReadonlySet<string> = new Set<ErrorCode>([
  'slug_taken',
  'slug_invalid',
  'last_owner',
  'not_found',
  'rate_limited',
]);

function toRefusal(response: Response, answer: Record<string, unknown>): AppError {
  const type = (answer['error'] as { type?: string } | undefined)?.type ?? '';
  const code = response.status === 404 ? 'not_found' : type;
  if (passedOn.has(code) && code in errorCatalogue) {
    const retry = Number(response.headers.get('retry-after'));
    return new AppError(code as ErrorCode, retry > 0 ? { retryAfterSeconds: retry } : {});
  }
  const cause = new Error(
    `provider answered ${response.status} ${type} ${String(answer['message'] ?? '').slice(0, 200)}`,
  );
  return isAway(response.status)
    ? new AppError('unavailable', { cause, retryAfterSeconds: awaySeconds })
    : new AppError('upstream_failed', { cause });
}

/** Down, or somebody else answers in its place (421): nothing that the caller did. */
function isAway(status: number): boolean {
  return status >= 500 || status === 421;
}

function ignoreMissing(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null;
  throw error;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The public id of a tenant made beforehand: the same for every try of one saga, 8 letters and digits from its uuid. */
function publicIdOf(uuid: string): string {
  const digest = createHash('sha256').update(uuid).digest();
  return digest.readBigUInt64BE().toString(36).replace(/^\d/, 'w').padStart(8, 'w').slice(0, 8);
}
