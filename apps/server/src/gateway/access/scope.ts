import { AppError } from '@stint/domain/errors.ts';
import { type ParsedHost, parseHost } from '@stint/domain/workspace/host.ts';
import type { FastifyRequest } from 'fastify';
import { readLastWrites } from '../change-feed/last-write.ts';
import type { Identity } from '../context.ts';
import type { Asked, CheckParts } from './asked.ts';
import type { Identified } from './caller.ts';
import { type Located, requireLocated } from './directory.ts';

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

/** @throws AppError `misdirected` */
export function readHost({ http }: Asked, { config }: CheckParts): { place: Place } {
  return { place: requirePlace(http.request, config.mainDomain) };
}

/**
 * TenantID and SessionID headers say what the token says (security 6). A session sends them; a program with a personal
 * token may leave them out, but not send other ones.
 * @throws AppError `scope_mismatch`
 */
export function requireScopeHeaders({ http, identity }: Identified): void {
  checkScopeHeaders(http.request, identity, identity.kind === 'session');
}

/** The same where no workspace is meant: they may be left out. @throws AppError `scope_mismatch` */
export function compareScopeHeaders({ http, identity }: Identified): void {
  checkScopeHeaders(http.request, identity, false);
}

function checkScopeHeaders(request: FastifyRequest, identity: Identity, isNeeded: boolean): void {
  for (const [name, value] of [
    ['tenantid', identity.tenantId],
    ['sessionid', identity.sessionId],
  ] as const) {
    const given = request.headers[name];
    if (given === undefined ? isNeeded : given !== value) throw new AppError('scope_mismatch');
  }
}

/**
 * The region that a request names, or a personal token's own.
 * @throws AppError `scope_mismatch` when none is named, or another than the personal token's
 */
export function readRegion({ http, identity }: Identified): { regionCode: string } {
  return { regionCode: requireRegionCode(http.request, identity) };
}

/** Before anything is taken from memory: what this session wrote in another process has to be known in this one. */
export async function catchUpWithWrites(
  { http, regionCode }: Identified & { regionCode: string },
  { regions }: CheckParts,
): Promise<{ knowsLastWrite: boolean }> {
  const lastWrites = readLastWrites(http.request);
  const isCurrent = (await regions.get(regionCode)?.feed.catchUp(lastWrites ?? [])) ?? false;
  return { knowsLastWrite: isCurrent && lastWrites !== null };
}

/** @throws AppError `scope_mismatch` where the region has no such workspace */
export async function locateWorkspace(
  { identity, regionCode }: Identified & { regionCode: string },
  { directory }: CheckParts,
): Promise<{ located: Located }> {
  return { located: requireLocated(await directory.find(regionCode, identity.tenantId)) };
}

function requireRegionCode(request: FastifyRequest, identity: Identity): string {
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
export function requireWorkspaceHost({ place, located }: { place: Place; located: Located }): void {
  if (place.kind === 'api') return;
  if (place.kind !== 'workspace' || place.slug !== located.slug) throw new AppError('scope_mismatch');
}

/**
 * A person's session of the root tenant answers at the main domain, a workspace's at the workspace.
 * @throws AppError `scope_mismatch`
 */
export async function requireAccountHost(
  { place, identity }: Identified & { place: Place },
  { auth, directory }: CheckParts,
): Promise<void> {
  if (place.kind === 'api') return;
  const isRoot = identity.tenantId === auth.tenantId;
  if (place.kind === 'main' && isRoot) return;
  const located = place.kind === 'workspace' ? await directory.locate(identity.tenantId) : null;
  if (place.kind === 'workspace' && located?.slug === place.slug) return;
  throw new AppError('scope_mismatch');
}
