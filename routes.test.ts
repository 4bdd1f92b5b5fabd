import { readdirSync, readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import type { AuthRoute } from '@stint/domain/api/auth/access.ts';
import { authRoutes } from '@stint/domain/api/auth.ts';
import type { GatewayRoute } from '@stint/domain/api/gateway/access.ts';
import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import { openApiDocument } from '@stint/domain/api/openapi.ts';
import { type RouteTable, splitRouteKey } from '@stint/domain/api/route.ts';
import { sitePages, thingPages, workspacePages } from '@stint/domain/pages.ts';
import { describe, expect, test } from 'vitest';
import { publicPaths } from './apps/server/src/web/pages.ts';
import { chapters, unpictured } from './e2e/tour.ts';
import { isTest } from './scripts/checks/zones.ts';
import { listFiles } from './scripts/lib/files.mjs';
import { inRoot, root } from './scripts/lib/paths.mjs';

/** The two tables, their handlers on the server and their callers in the page have to agree, key by key. */
const services: Record<'provider' | 'gateway', { table: RouteTable; base: string }> = {
  provider: { table: authRoutes, base: '/v0' },
  gateway: { table: gatewayRoutes, base: '/api' },
};
const known = new Set([...Object.keys(authRoutes), ...Object.keys(gatewayRoutes)]);

/** The short paths of older clients are rows without `/tenants/:tenantId` (protocol 7). */
function isKnown(key: string): boolean {
  return known.has(key) || known.has(key.replace(' /auth/', ' /tenants/:tenantId/auth/'));
}

/** Bodies whose names are the caller's own; sizes are bounded all the same. */
const openBodies = ['PUT /TeamMember/:id/Preferences'];

const rate = ['read', 'write', 'credential', 'send', 'signup', 'preview', 'import', 'export', 'none'];

const sources = ['apps', 'packages']
  .flatMap((path) => listFiles(inRoot(path)))
  .map((path) => relative(root, path))
  .filter(
    (path) => /\/src\/.*\.tsx?$/.test(path) && !isTest(path) && !path.startsWith('packages/domain/src/api/'),
  );

/** Texts of the form `'GET /path'` in a source, with the place where each stands. */
function keysIn(path: string): { key: string; place: string }[] {
  const text = readFileSync(inRoot(path), 'utf8');
  return [...text.matchAll(/(['"`])((?:GET|POST|PUT|DELETE) \/[^'"`\s]*)\1/g)].map((match) => ({
    key: String(match[2]),
    place: `${path}:${text.slice(0, match.index).split('\n').length}`,
  }));
}

describe.each(['provider', 'gateway'] as const)('the %s', (service) => {
  const { table, base } = services[service];

  test('has rows', () => {
    expect(Object.keys(table).length).toBeGreaterThan(80);
  });

  test('describes every row in its OpenAPI document, and nothing else', () => {
    const { paths } = openApiDocument(table, { title: '', version: '', basePath: base, description: '' }) as {
      paths: Record<string, Record<string, { responses: object; 'x-access': string }>>;
    };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const rows = Object.keys(table).map((key) => {
      const { method, path } = splitRouteKey(key);
      return `${method} ${base}${path.replace(/:(\w+)/g, '{$1}')}`;
    });
    expect(described.sort()).toEqual(rows.sort());
  });

  test.each(Object.entries(table))('%s says who may call, how often, and what it is for', (key, row) => {
    expect(row.access).toMatch(/^[a-z][A-Za-z.-]+$/);
    expect(rate).toContain(row.rate);
    expect(row.summary.length).toBeGreaterThan(5);
    const { path } = splitRouteKey(key);
    const named = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '').sort();
    expect(Object.keys(row.params?.properties ?? {}).sort()).toEqual(named);
  });

  test('takes known fields only (security 10)', () => {
    const open = Object.entries(table).flatMap(([key, row]) =>
      [row.params, row.query, row.body].flatMap((shape) => {
        const object = shape as { type?: string; additionalProperties?: unknown } | undefined;
        return object?.type === 'object' && object.additionalProperties === undefined ? [key] : [];
      }),
    );
    expect(open.filter((key) => !openBodies.includes(key))).toEqual([]);
  });
});

describe('columns of the gateway', () => {
  const rows = Object.entries(gatewayRoutes as Record<string, GatewayRoute>);
  const keysWith = (column: 'openWhenInactive' | 'takes') =>
    rows.flatMap(([key, row]) => (row[column] === undefined ? [] : [key])).sort();

  test('an inactive subscription leaves paying, ending what leaked and stopping a timer open, and pauses every other write', () => {
    expect(keysWith('openWhenInactive')).toEqual([
      'DELETE /Calendar',
      'DELETE /EventFeeds/:id',
      'DELETE /Reports/:id/Link',
      'DELETE /Reports/:id/Schedule',
      'DELETE /Timer',
      'DELETE /Timer/Drafts/:draftID',
      'DELETE /Tokens/:id',
      'DELETE /Workspace/Retention',
      'POST /EventFeeds/:id/Fetch',
      'POST /LongWork/:id/Cancel',
      'POST /Subscription/Checkout',
      'POST /Subscription/Portal',
      'POST /Subscription/Simulate',
      'POST /Timer/Record',
      'POST /Timer/Stop',
      'POST /Unsubscribe/:token',
      'PUT /EventFeeds/Events/:eventKey/Hidden',
      'PUT /TeamMember/:id/Preferences',
      'PUT /Timer/Drafts/:draftID',
    ]);
  });

  test('a personal token reaches neither payment nor the workspace as a whole, people, other tokens and webhooks', () => {
    const words = rows.flatMap(([, row]) => (row.sessionOnly ? [row.access] : []));
    expect([...new Set(words)].sort()).toEqual([
      'account',
      'billing.manage',
      'member.manage',
      'namedWorkspace',
      'report.publish',
      'token.own',
      'webhook.manage',
      'workspace.delete',
    ]);
    expect(rows.filter(([, row]) => !row.sessionOnly && words.includes(row.access))).toEqual([]);
  });

  test('four bodies are not parsed as JSON', () => {
    expect(keysWith('takes')).toEqual([
      'POST /Subscription/Webhook',
      'POST /Unsubscribe/:token',
      'POST /Workspace/Imports',
      'PUT /Imports/Files/:id',
    ]);
  });
});

describe('columns of the provider', () => {
  const withAccess = (...words: string[]) =>
    Object.entries(authRoutes).flatMap(([key, row]) => (words.includes(row.access) ? [key] : []));

  test('what touches the account beyond one tenant is refused to sessions of a child’s own provider', () => {
    expect(keysOf('wholeAccount')).toEqual([
      'DELETE /self',
      'DELETE /self/factors/totp',
      'DELETE /self/identities/:id',
      'DELETE /self/phone',
      'GET /auth/totp',
      'GET /self/identities',
      'POST /auth/verify/email',
      'POST /auth/verify/phone',
      'POST /self/backup-codes',
      'POST /self/identities/:provider',
      'POST /tenants',
      'PUT /self',
      'PUT /self/email',
      'PUT /self/phone',
      'PUT /self/picture',
      'PUT /tenants/:tenantId/auth/basic',
    ]);
  });

  test('the root’s own session enters a child, and acts there by a role', () => {
    const entry = ['POST /tenants/:tenantId/auth/handover', 'POST /self/identities/:provider'];
    expect(keysOf('rootMayAct')).toEqual([...withAccess('reader', 'owner', 'manager'), ...entry].sort());
  });

  test('connections are kept free for getting in and staying in', () => {
    const opening = ['PUT /tenants/:tenantId/auth/reset', 'POST /auth/handover'];
    expect(keysOf('reserved')).toEqual([...withAccess('sign-in', 'refresh', 'factor'), ...opening].sort());
  });

  test('older clients make eleven calls without the tenant in the path', () => {
    expect(shortPaths()).toEqual([
      'POST /auth/basic',
      'POST /auth/code',
      'POST /auth/create',
      'POST /auth/link',
      'POST /auth/password/migrate',
      'POST /auth/reset/link',
      'POST /auth/totp',
      'PUT /auth/basic',
      'PUT /auth/code',
      'PUT /auth/link',
      'PUT /auth/reset',
    ]);
  });
});

describe('keys in the sources', () => {
  const found = sources.flatMap(keysIn);
  const inPages = found.filter(({ place }) => !place.startsWith('apps/server/'));

  test('are found: callers in pages and handlers on the server', () => {
    expect(inPages.length).toBeGreaterThan(40);
    expect(found.length - inPages.length).toBeGreaterThan(200);
  });

  test('name a row of a table: no caller and no handler without one', () => {
    expect(found.filter(({ key }) => !isKnown(key)).map(({ key, place }) => `${place} ${key}`)).toEqual([]);
  });

  test('of handlers: every row has its own on the server', () => {
    const handled = new Set(
      found.filter(({ place }) => place.startsWith('apps/server/')).map(({ key }) => key),
    );
    expect([...known].filter((key) => !handled.has(key))).toEqual([]);
  });
});

describe('docs/latchkey-protocol.md', () => {
  const documented = new Set(
    [...read('docs/latchkey-protocol.md').matchAll(/`((?:GET|POST|PUT|DELETE) \/[^`?]*)[^`]*`/g)].map(
      (match) => withoutNames(String(match[1]).replace(/\[&.*/, '')),
    ),
  );

  test('names every route of the provider', () => {
    const rows = Object.keys(authRoutes).map(withoutNames);
    expect(rows.filter((row) => !documented.has(row))).toEqual([]);
  });

  test('names every page of the provider', () => {
    expect(pages().filter((page) => !documented.has(page))).toEqual([]);
  });

  test('names no route that does not exist', () => {
    const real = new Set([...Object.keys(authRoutes).map(withoutNames), ...pages(), ...shortPaths()]);
    expect([...documented].filter((route) => !real.has(route))).toEqual([]);
  });
});

/** `GET /a/:id` and `GET /a/{x}` are one route: what a parameter is called does not count. */
function withoutNames(route: string): string {
  return route.replace(/:\w+|\{\w+\}/g, '{}');
}

function read(path: string): string {
  return readFileSync(inRoot(path), 'utf8');
}

/** What browsers navigate to is installed beside the table, by `app.get` and `app.post`. */
function pages(): string[] {
  return sources
    .filter((path) => path.startsWith('apps/server/src/auth/'))
    .flatMap((path) => [...read(path).matchAll(/app\.(get|post)\(\s*['`](\/[^'`]*)['`]/g)])
    .flatMap(([, method = '', path = '']) => {
      const route = `${method.toUpperCase()} ${withoutNames(path)}`;
      const [before, after] = route.split(/\$\{\}/, 2);
      // Of the pages of SAML one line installs two.
      return after === undefined ? [route] : ['login', 'logout'].map((purpose) => before + purpose + after);
    });
}

function shortPaths(): string[] {
  return keysOf('shortPath').map((key) => key.replace('/tenants/:tenantId', ''));
}

/** Rows of the provider that have a column. */
function keysOf(column: 'shortPath' | 'wholeAccount' | 'rootMayAct' | 'reserved'): string[] {
  const rows = Object.entries(authRoutes as Record<string, AuthRoute>);
  return rows.flatMap(([key, row]) => (row[column] ? [key] : [])).sort();
}

describe('the tour', () => {
  test('has a picture of every page, or the reason why not', () => {
    const pages = [...workspacePages, ...thingPages, ...Object.keys(sitePages), ...Object.keys(publicPaths)];
    const screens = chapters.flatMap(([, some]) => some);
    const told = new Set([...screens.map(({ page }) => page), ...Object.keys(unpictured)]);
    expect(pages.filter((page) => !told.has(page))).toEqual([]);
  });

  test('has its pictures, and no others, in ten megabytes altogether', () => {
    const folder = inRoot('docs/images/tour');
    const named = [...read('docs/tour.md').matchAll(/images\/tour\/([\w-]+\.webp)/g)].map(([, name]) =>
      String(name),
    );
    expect(new Set(readdirSync(folder))).toEqual(new Set(named));
    const bytes = named.reduce((sum, name) => sum + statSync(`${folder}/${name}`).size, 0);
    expect(bytes).toBeLessThan(10 * 2 ** 20);
  });
});
