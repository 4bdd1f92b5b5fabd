import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AssetFolder } from './assets.ts';
import type { WorkspaceOfHost } from './workspaces.ts';

const WORKER = 'worker.js';

/** The colours behind the page while an installed application starts: those of the light sheet and of the brand. */
const BACKGROUND = '#ffffff';
const THEME = '#7c51db';

const icon = (name: string, sizes: string, purpose: 'any' | 'maskable') => ({
  src: `/assets/icons/${name}-1.png`,
  sizes,
  type: 'image/png',
  purpose,
});

/** What an installed workspace is called and how it opens (W3C Web Application Manifest). */
function manifest({ name }: Pick<WorkspaceOfHost, 'name'>): object {
  return {
    id: '/',
    name: `${name} · Stint`,
    short_name: 'Stint',
    start_url: '/time',
    scope: '/',
    display: 'standalone',
    background_color: BACKGROUND,
    theme_color: THEME,
    icons: [
      icon('icon-192', '192x192', 'any'),
      icon('icon-512', '512x512', 'any'),
      icon('maskable-512', '512x512', 'maskable'),
    ],
  };
}

/** For the head of a workspace's pages. */
export const installLinks = [
  '<link rel="manifest" href="/manifest.webmanifest">',
  '<link rel="apple-touch-icon" href="/assets/icons/icon-192-1.png">',
  `<meta name="theme-color" content="${THEME}">`,
].join('\n    ');

/** Of files that only a workspace's host has: what it takes to install it. Undefined for any other path. */
export function createInstallFiles(built: AssetFolder) {
  const files: Record<
    string,
    (workspace: WorkspaceOfHost, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  > = {
    '/manifest.webmanifest': async (workspace, _request, reply) =>
      reply
        .headers({ 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'no-cache' })
        .send(JSON.stringify(manifest(workspace))),
    // It fetches from this very host and runs nothing but itself.
    [`/${WORKER}`]: (_workspace, request, reply) =>
      built.send(
        WORKER,
        request,
        reply.header('content-security-policy', "default-src 'none'; script-src 'self'; connect-src 'self'"),
      ),
  };
  return (path: string) => files[path];
}
