import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mainOrigin } from '@stint/domain/workspace/host.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { createContentSource } from '../gateway/content/source.ts';
import { createAppMail } from '../gateway/mail/app-mail.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { createAssetFolder } from './assets.ts';
import { registerContact } from './contact.ts';
import { createContent } from './content.ts';
import { createDevServer, type DevServer } from './dev.ts';
import { createFirstAnswers } from './first-answers.ts';
import { createInstallFiles } from './install.ts';
import { registerOutbox } from './outbox.ts';
import { createPages } from './page-answers.ts';
import { registerPageErrors } from './page-errors.ts';
import { registerReports } from './reports.ts';
import { createBuiltShells } from './shell.ts';
import { createSignInDirectory } from './sign-in-directory.ts';
import { createWorkspaceDirectory } from './workspaces.ts';

export type WebServiceOptions = {
  config: Config;
  clock: Clock;
  auth: { baseUrl: string; tenantId: string; adminKey: string };
  log: Logger;
  fetch?: typeof globalThis.fetch;
  /** Asks the gateway where it is in this process: what a page begins with is then in the page. */
  gateway?: typeof globalThis.fetch | null;
  /** Folders, for tests. */
  folders?: Partial<Folders>;
};

export type Folders = { web: string; dist: string; content: string; latchkey: string };

export type WebService = {
  plugin(app: FastifyInstance): Promise<void>;
  /** Whether the provider answers what pages ask it. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
};

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');

const defaultFolders: Folders = {
  web: join(root, 'apps/web'),
  dist: join(root, 'apps/web/dist'),
  content: join(root, 'content'),
  latchkey: join(root, 'packages/auth-widget/dist/standalone'),
};

/** Reserved, so that the answer is always the same. */
const NOBODYS_SLUG = 'www';

const ONE_YEAR_IMMUTABLE = 'public, max-age=31536000, immutable';
/** The browser asks each time whether there is another one. */
const NEVER_STALE = 'no-cache';
const FIVE_MINUTES = 'public, max-age=300';

/** Serves pages: public ones from the content service or from Markdown, the two applications, their assets, and in test mode the outbox. */
export async function createWebService(options: WebServiceOptions): Promise<WebService> {
  const { config, auth, clock, log, fetch = globalThis.fetch } = options;
  const folders = { ...defaultFolders, ...options.folders };
  const workspaces = createWorkspaceDirectory({ auth, clock, fetch });
  const site = { protocol: config.scheme, mainDomain: config.mainDomain };
  const origin = mainOrigin(site);
  const firstAnswers = createFirstAnswers({ gateway: options.gateway ?? null, site, clock, log });
  const signIn = createSignInDirectory({ auth, clock, fetch });
  const source = createContentSource({ config, fetch, log, folder: folders.content });
  const keeps = !config.isDevelopment;
  const content = createContent({ folder: folders.content, keeps, source, clock, log });
  let dev: DevServer | null = null;
  return {
    async plugin(app) {
      if (config.isDevelopment) dev = await createDevServer(app, folders.web);
      await app.register(async (scope) => {
        const shells = dev?.shells ?? createBuiltShells(folders.dist);
        const pages = createPages({
          config,
          rootTenantId: auth.tenantId,
          workspaces,
          signIn,
          firstAnswers,
          content,
          shells,
          dev,
          folders,
          installFile: createInstallFiles(createAssetFolder(folders.dist, NEVER_STALE)),
        });
        scope.addHook('onRequest', pages.onRequest);
        scope.setErrorHandler(pages.onError);
        const assets = createAssetFolder(join(folders.dist, 'assets'), ONE_YEAR_IMMUTABLE);
        const latchkey = createAssetFolder(folders.latchkey, FIVE_MINUTES);
        scope.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
          assets.send(request.params['*'], request, reply),
        );
        scope.get<{ Params: { '*': string } }>('/latchkey/*', (request, reply) => {
          if (request.params['*'] === 'gallery') return pages.answer(request, reply);
          // The widget is for other sites too.
          reply
            .header('cross-origin-resource-policy', 'cross-origin')
            .header('access-control-allow-origin', '*');
          return latchkey.send(request.params['*'], request, reply);
        });
        if (config.mode === 'test') registerOutbox(scope, { auth, fetch });
        registerReports(scope);
        // In a scope of its own: nothing else here reads what a form sends.
        await scope.register(registerContact, {
          address: config.contactAddress,
          clock,
          send: createAppMail({
            auth: { ...auth, profile: config.auth.profile },
            config,
            fetch,
            log,
          }),
          show: pages.showContact,
        });
        registerPageErrors(scope, { config, clock, log });
        scope.get('/*', pages.answer);
      });
    },
    async isReady() {
      // Every host of a workspace is looked up so; and the first page of the main domain begins with the settings.
      await workspaces.find(NOBODYS_SLUG);
      return config.auth.profile !== 'latchkey' || (await signIn.find(auth.tenantId, origin)) !== null;
    },
    close: async () => dev?.close(),
  };
}
