import type { Config } from '../config.ts';
import type { SignInSettings } from './sign-in-directory.ts';
import type { WorkspaceOfHost } from './workspaces.ts';

/** What of the settings differs from page to page. */
type PageParts = {
  workspace: WorkspaceOfHost | null;
  signIn?: SignInSettings | null;
  /** For the page that the browser keeps for times without a connection. */
  isShell?: boolean;
};

/** What the page is told about where it is; the browser's side is apps/web/src/lib/page-settings.ts. */
export function pageSettings(
  config: Config,
  rootTenantId: string,
  { workspace, signIn = null, isShell = false }: PageParts,
): object {
  return {
    mode: config.mode,
    scheme: config.scheme,
    mainDomain: config.mainDomain,
    // The embedded launcher answers at every host; a provider of its own has its own address.
    authBaseUrl: config.auth.baseUrl ?? '/v0/',
    apiBaseUrl: '/api/',
    rootTenantId,
    regions: config.regions.map(({ code, name }) => ({ code, name })),
    workspace,
    isShell,
    signIn,
  };
}

/** Origins beside its own that a page may call. */
export function connectOrigins(config: Config): string[] {
  return config.auth.baseUrl ? [new URL(config.auth.baseUrl).origin] : [];
}
