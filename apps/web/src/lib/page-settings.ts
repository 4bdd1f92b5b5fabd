/** What the server writes into the page for this host; nothing secret. */
export type PageSettings = {
  mode: 'test' | 'live';
  scheme: 'http' | 'https';
  /** With its port. */
  mainDomain: string;
  /** Of the provider, ending in a slash. */
  authBaseUrl: string;
  /** Of the gateway, ending in a slash. */
  apiBaseUrl: string;
  /** Public id of the root tenant. */
  rootTenantId: string;
  regions: { code: string; name: string }[];
  /** The workspace this host belongs to; null on the main domain. */
  workspace: { tenantId: string; name: string; slug: string; regionCode: string } | null;
  /** The page that the browser keeps for times without a connection: the server was not reached just now. */
  isShell: boolean;
  /** The answer of GET `mode` as it was at most five seconds ago; null where it has to be asked for. */
  signIn: { mode: 'test' | 'live'; authentication: object; sso: readonly object[] } | null;
};

const SETTINGS_ELEMENT = 'stint-settings';

/** Reads the settings out of the page. */
export function readPageSettings(page: Document = document): PageSettings {
  const text = page.getElementById(SETTINGS_ELEMENT)?.textContent;
  if (!text) throw new Error('The page came without its settings.');
  return JSON.parse(text) as PageSettings;
}
