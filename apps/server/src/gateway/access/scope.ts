import { AppError } from '@stint/domain/errors.ts';
import { type ParsedHost, parseHost } from '@stint/domain/workspace/host.ts';
import type { FastifyRequest } from 'fastify';
import type { Identity } from '../context.ts';
import type { Located } from './directory.ts';

/** Where a request came in: the main domain, a workspace, or the gateway's own name `api.` in front of the main domain. */
export type Place = ParsedHost | { kind: 'api' };

/**
 * The part of the service that a Host header names.
 * @throws AppError `misdirected` for a host that is not ours (security 7)
 */
export function requirePlace(request: FastifyRequest, mainDomain: string): Place {
  const host = request.headers.host ?? '';
  if (host.toLowerCase().replace(/:443$/, '') === `api.${mainDomain.toLowerCase()}`) return { kind: 'api' };
  const place = parseHost(host, mainDomain);
  if (place.kind === 'other') throw new AppError('misdirected');
  return place;
}

/**
 * TenantID and SessionID headers say what the token says (security 6). A session sends them; a program with a personal
 * token may leave them out, but not send other ones.
 * @throws AppError `scope_mismatch`
 */
export function checkScopeHeaders(request: FastifyRequest, identity: Identity, isRequired: boolean): void {
  const isNeeded = isRequired && identity.kind === 'session';
  for (const [name, value] of [
    ['tenantid', identity.tenantId],
    ['sessionid', identity.sessionId],
  ] as const) {
    const given = request.headers[name];
    if (given === undefined ? isNeeded : given !== value) throw new AppError('scope_mismatch');
  }
}

/**
 * The region that a member's request names; it has to be the workspace's.
 * @throws AppError `scope_mismatch` when it is missing where it is needed, or differs from a personal token's
 */
export function requireRegionCode(request: FastifyRequest, identity: Identity): string {
  const given = request.headers.regioncode;
  if (given === undefined && identity.regionCode !== null) return identity.regionCode;
  if (typeof given !== 'string' || given === '') throw new AppError('scope_mismatch');
  if (identity.regionCode !== null && identity.regionCode !== given) throw new AppError('scope_mismatch');
  return given;
}

/**
 * A workspace answers at its own host, or at the gateway's own name; never at another workspace's or the main domain.
 * @throws AppError `scope_mismatch`
 */
export function checkWorkspaceHost(place: Place, located: Located): void {
  if (place.kind === 'api') return;
  if (place.kind !== 'workspace' || place.slug !== located.slug) throw new AppError('scope_mismatch');
}

/**
 * A person's session of the root tenant answers at the main domain, a workspace's at the workspace.
 * @throws AppError `scope_mismatch`
 */
export function checkAccountHost(
  place: Place,
  identity: Identity,
  rootTenantId: string,
  located: Located | null,
): void {
  if (place.kind === 'api') return;
  const isRoot = identity.tenantId === rootTenantId;
  if (place.kind === 'main' ? isRoot : place.kind === 'workspace' && located?.slug === place.slug) return;
  throw new AppError('scope_mismatch');
}
