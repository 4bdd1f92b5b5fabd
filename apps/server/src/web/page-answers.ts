import { AppError } from '@stint/domain/errors.ts';
import { mainOrigin, workspaceOrigin } from '@stint/domain/workspace/host.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { beginRefusal, sendError, toAppError } from '../platform/http.ts';
import { compressed } from './assets.ts';
import { emptyContact } from './contact.ts';
import { CONTACT_PATH, type ContactState } from './contact-form.ts';
import type { Content } from './content.ts';
import type { DevServer } from './dev.ts';
import type { FirstAnswers } from './first-answers.ts';
import { contentSecurityPolicy, newNonce, REPORT_PATH } from './headers.ts';
import { type PageHost, resolveHost } from './hosts.ts';
import { type createInstallFiles, installLinks } from './install.ts';
import { keptLanguage, pageLanguage } from './page-language.ts';
import { findSitePage, isWorkspacePage, publicPaths } from './pages.ts';
import { messagePage, publicAssets, renderPublicPage } from './public-pages.ts';
import { publicWords } from './public-words.ts';
import { connectOrigins, pageSettings } from './settings.ts';
import { fillShell, type ShellName, type Shells } from './shell.ts';
import type { SignInDirectory } from './sign-in-directory.ts';
import type { WorkspaceDirectory, WorkspaceOfHost } from './workspaces.ts';

export type PagesOptions = {
  config: Config;
  rootTenantId: string;
  workspaces: WorkspaceDirectory;
  signIn: SignInDirectory;
  firstAnswers: FirstAnswers;
  content: Content;
  shells: Shells;
  dev: DevServer | null;
  folders: { dist: string };
  installFile: ReturnType<typeof createInstallFiles>;
};

type Query = Record<string, string | string[] | undefined>;

/** What the service worker keeps: the application for anybody, shown where the server cannot be reached. */
const SHELL_PATH = '/_shell';

const hosts = new WeakMap<FastifyRequest, PageHost>();

/** Answers every page request: whose host it is, then which page it is there. */
export function createPages(options: PagesOptions) {
  const { config } = options;
  const site = { protocol: config.scheme, mainDomain: config.mainDomain };
  const origin = mainOrigin(site);
  const layout = () => ({
    assets: publicAssets(options.folders.dist, config.isDevelopment),
    origin,
    isTestMode: config.mode === 'test',
  });

  const sendHtml = async (request: FastifyRequest, reply: FastifyReply, nonce: string, html: string) => {
    const connect = connectOrigins(config);
    const { body, encoding } = await compressed(html, request.headers['accept-encoding']);
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy({
        nonce,
        connect,
        isDevelopment: config.isDevelopment,
      }),
      'reporting-endpoints': `csp="${REPORT_PATH}"`,
      'cache-control': 'no-store',
      vary: 'accept-encoding, accept-language, cookie',
    });
    const kept = keptLanguage(request, config);
    if (kept) reply.header('set-cookie', kept);
    if (encoding) reply.header('content-encoding', encoding);
    // Links carry a secret in the query or the path: nothing of it may leave with the next request, nor stand in a search engine.
    if (/[?&]token=/.test(request.url) || findSitePage(pathOf(request))?.takesSecret)
      reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    return reply.send(body);
  };

  const findSignIn = (workspace: WorkspaceOfHost | null) =>
    workspace
      ? options.signIn.find(workspace.tenantId, workspaceOrigin(workspace.slug, site))
      : options.signIn.find(options.rootTenantId, origin);

  const sendShell = async (request: FastifyRequest, reply: FastifyReply, name: ShellName, host: PageHost) => {
    const nonce = newNonce();
    const workspace = host.kind === 'workspace' ? host.workspace : null;
    const hasWidget = name === 'site' && findSitePage(pathOf(request))?.hasWidget === true;
    const signIn = hasWidget ? await findSignIn(workspace) : null;
    const hasAnswers = name === 'app' && workspace !== null && isWorkspacePage(pathOf(request));
    const firstAnswers = hasAnswers ? await options.firstAnswers.find(request, workspace) : null;
    const isShell = pathOf(request) === SHELL_PATH;
    const settings = pageSettings(config, options.rootTenantId, { workspace, signIn, isShell });
    const shell = await options.shells.html({ name, language: pageLanguage(request), url: request.url });
    const links = workspace ? installLinks : '';
    const html = fillShell(shell, { path: pathOf(request), settings, nonce, firstAnswers, links });
    return sendHtml(request, reply, nonce, html);
  };

  const sendPublic = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { path, slug, contact }: { path: string; slug: string; contact?: ContactState },
  ) => {
    const nonce = newNonce();
    const query = request.query as Query;
    const asked = query['sent'] === '1' ? ({ isSent: true } as const) : emptyContact();
    const html = await renderPublicPage(
      { content: options.content, ...layout() },
      {
        slug,
        path,
        query,
        nonce,
        language: pageLanguage(request),
        contact: config.contactAddress ? (contact ?? asked) : null,
      },
    );
    return sendHtml(request, reply, nonce, html);
  };

  const answerMain = async (request: FastifyRequest, reply: FastifyReply, path: string, host: PageHost) => {
    const slug = publicPaths[path];
    if (slug) return sendPublic(request, reply, { path, slug });
    // Signed out it is the public home, signed in the workspace chooser.
    if (path === '/' && !isSignedIn(request, options.rootTenantId))
      return sendPublic(request, reply, { path, slug: 'home' });
    const page = findSitePage(path);
    if (page?.isTestOnly && config.mode !== 'test' && !config.isDevelopment) throw new AppError('not_found');
    if (page) return sendShell(request, reply, 'site', host);
    // What is nobody's page is so for everybody: a mistyped address says it, also to somebody who is not signed in.
    if (!isWorkspacePage(path) && path !== '/_app') throw new AppError('not_found');
    // Pages of workspaces ask for a signed-in person, and are entered from the chooser.
    const isSigned = isSignedIn(request, options.rootTenantId);
    return redirectTo(reply, isSigned ? '/' : `/?redirect=${encodeURIComponent(request.url)}`);
  };

  const answerWorkspace = async (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    host: PageHost,
  ) => {
    if (path === '/') return redirectTo(reply, '/time');
    if (path === '/archive-workspace' && host.kind === 'workspace') {
      return redirectTo(reply, `${origin}${path}?workspace=${host.workspace.slug}`);
    }
    const page = findSitePage(path);
    const belongsToMain = publicPaths[path] !== undefined || (page && !page.onWorkspaceHost);
    if (belongsToMain) return redirectTo(reply, `${origin}${request.url}`);
    return sendShell(request, reply, page?.onWorkspaceHost ?? 'app', host);
  };

  return {
    async onRequest(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
      // The services check hosts themselves; what they do not know is nobody's page.
      if (isServiceCall(pathOf(request))) throw new AppError('not_found');
      const host = await resolveHost(request.headers.host, config, options.workspaces);
      hosts.set(request, host);
      if (host.kind === 'unknown') throw new AppError('misdirected');
      if (host.kind === 'toMain') return reply.redirect(`${origin}${request.url}`, 302);
      // Temporary on purpose: the address may be taken back, or be somebody else's after 180 days.
      if (host.kind === 'moved')
        return reply.redirect(`${workspaceOrigin(host.slug, site)}${request.url}`, 302);
      return undefined;
    },

    async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      if (options.dev && (await options.dev.serve(request.raw, reply.raw))) return reply.hijack();
      const path = pathOf(request);
      const host = hosts.get(request) ?? { kind: 'unknown' };
      const file = host.kind === 'workspace' ? options.installFile(path) : undefined;
      if (file && host.kind === 'workspace') return file(host.workspace, request, reply);
      if (looksLikeFile(path)) throw new AppError('not_found');
      if (host.kind === 'workspace') return answerWorkspace(request, reply, path, host);
      return answerMain(request, reply, path, host);
    },

    /** The page with the form of somebody who wrote to the people who run this installation. */
    showContact: (request: FastifyRequest, reply: FastifyReply, contact: ContactState) =>
      sendPublic(request, reply, {
        path: CONTACT_PATH,
        slug: publicPaths[CONTACT_PATH] ?? 'contact-us',
        contact,
      }),

    async onError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const { code, options: own } = toAppError(error);
      const language = pageLanguage(request);
      const words = publicWords[language].errors[code];
      const wantsPage = request.headers.accept?.includes('text/html') === true && !isData(pathOf(request));
      if (!words || !wantsPage) return sendError(error, request, reply);
      const nonce = newNonce();
      beginRefusal(error, request, reply);
      return sendHtml(
        request,
        reply,
        nonce,
        messagePage(layout(), { ...words, ...(own.message ? { text: own.message } : {}), nonce, language }),
      );
    },
  };
}

function redirectTo(reply: FastifyReply, target: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(target, 302);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

/** Whether an access cookie is there; the page finds out whether it is still worth something. */
function isSignedIn(request: FastifyRequest, rootTenantId: string): boolean {
  const names = (request.headers.cookie ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim());
  return rootTenantId !== '' && names.includes(`access.${rootTenantId}`);
}

function looksLikeFile(path: string): boolean {
  return /\.[a-z0-9]{1,12}$/i.test(path);
}

function isServiceCall(path: string): boolean {
  return /^\/(api|v0)(\/|$)/.test(path);
}

function isData(path: string): boolean {
  return /^\/(api|v0|assets|latchkey\/.+\.)/.test(path);
}
