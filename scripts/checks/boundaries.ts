import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { root } from '../lib/paths.mjs';
import { findImports } from './imports.ts';
import { isAllowed, isTest, packageFolders, workspaceOf, zoneOf } from './zones.ts';

/** Where an import leads: a file of ours, a package, or a module of Node. */
type Target = { kind: 'file'; path: string } | { kind: 'package'; name: string } | { kind: 'builtin' };

/**
 * What a file imports that it may not.
 *
 * @param path from the root, with `/`
 * @returns one sentence each; none when all is well
 */
export function findViolations(path: string, source: string): string[] {
  return listViolations(path, findImports(path, source));
}

/** As {@link findViolations}, of a file that was read already. */
export function listViolations(path: string, imports: readonly string[]): string[] {
  return imports.flatMap((specifier) => {
    const reason = forbiddenBecause(path, specifier);
    return reason === null ? [] : [`${path} imports ${specifier}: ${reason}`];
  });
}

/** The files of this repository among what a file imports. */
export function listTargets(path: string, imports: readonly string[]): string[] {
  return imports.flatMap((specifier) => {
    const target = resolveTarget(path, specifier);
    return target.kind === 'file' && target.path !== path ? [target.path] : [];
  });
}

function forbiddenBecause(path: string, specifier: string): string | null {
  const target = resolveTarget(path, specifier);
  if (target.kind === 'builtin') return checkBuiltin(path);
  if (target.kind === 'package') return checkPackage(path, target.name);
  return checkFile(path, specifier, target.path);
}

function checkFile(path: string, specifier: string, target: string): string | null {
  if (!isAllowed(path, target)) return `${zoneOf(path).key} may not use ${zoneOf(target).key}`;
  const from = workspaceOf(path);
  const isRelative = specifier.startsWith('.');
  if (from !== '' && isRelative && from !== workspaceOf(target))
    return 'another workspace is imported by its name';
  if (workspaceOf(target) === 'packages/auth-client' && from !== 'packages/auth-client') {
    return specifier === '@latchkey/client' ? null : 'only the public face of @latchkey/client may be used';
  }
  return null;
}

/** Pages run in browsers; their tests run where Node is. */
function checkBuiltin(path: string): string | null {
  return zoneOf(path).zone.isBrowser && !isTest(path) ? 'this runs in browsers, where Node is not' : null;
}

/** Built whole for other teams: what these use while they are developed ends up in the build, or in nothing. */
const PUBLISHED = ['packages/auth-client', 'packages/auth-widget'];

/** A package that is there only because another one needs it goes when that one no longer does. */
function checkPackage(path: string, name: string): string | null {
  const manifests = [join(workspaceOf(path), 'package.json'), ...(mayUseTools(path) ? ['package.json'] : [])];
  const withTools = mayUseTools(path) || PUBLISHED.includes(workspaceOf(path));
  const isDeclared = manifests.some((manifest) => listDependencies(manifest, withTools).has(name));
  return isDeclared ? null : `${name} is not a dependency in ${manifests[0]}`;
}

/** Loads Vite in development only. */
const DEVELOPMENT_SERVER = 'apps/server/src/web/dev.ts';

/** Tests, configuration and whatever lies outside of the workspaces may use the tools of the root. */
function mayUseTools(path: string): boolean {
  return (
    path === DEVELOPMENT_SERVER || isTest(path) || path.endsWith('.config.ts') || workspaceOf(path) === ''
  );
}

type Manifest = Record<string, object | undefined>;

const readManifests = new Map<string, Manifest>();

function listDependencies(manifest: string, withTools: boolean): Set<string> {
  const known = readManifests.get(manifest);
  const content = known ?? (JSON.parse(readFileSync(join(root, manifest), 'utf8')) as Manifest);
  readManifests.set(manifest, content);
  const fields = ['dependencies', 'peerDependencies', 'optionalDependencies'];
  if (withTools || manifest === 'package.json') fields.push('devDependencies');
  return new Set(fields.flatMap((field) => Object.keys(content[field] ?? {})));
}

function resolveTarget(path: string, specifier: string): Target {
  if (specifier.startsWith('.'))
    return { kind: 'file', path: posix.join(posix.dirname(path), bare(specifier)) };
  if (isBuiltin(specifier)) return { kind: 'builtin' };
  const [name, rest] = splitPackage(bare(specifier));
  const folder = packageFolders[name];
  if (folder === undefined) return { kind: 'package', name };
  return { kind: 'file', path: resolveInWorkspace(folder, rest) };
}

/** `@stint/domain/errors.ts` lies in the `src` of its workspace, as its `exports` say; the bare name is its index. */
function resolveInWorkspace(folder: string, rest: string): string {
  if (rest === '') return `${folder}/src/index.ts`;
  return existsSync(join(root, folder, 'src', rest)) ? `${folder}/src/${rest}` : `${folder}/${rest}`;
}

function splitPackage(specifier: string): [string, string] {
  const parts = specifier.split('/');
  const length = specifier.startsWith('@') ? 2 : 1;
  return [parts.slice(0, length).join('/'), parts.slice(length).join('/')];
}

/** Without Vite's query (`./icon.svg?url`). */
function bare(specifier: string): string {
  return specifier.split('?')[0] ?? specifier;
}
