import { parentDomain, workspaceUrl } from '@stint/domain/workspace/host.ts';
import type { PageSettings } from '../lib/page-settings.ts';

const LONGEST = 512;

/** A hint at the last workspace, on the parent domain. Never believed for access: every workspace's host can write it. */
export function keepTenantCookie(
  settings: PageSettings,
  workspace: NonNullable<PageSettings['workspace']>,
): void {
  const { tenantId, name, slug } = workspace;
  const tenantUrl = workspaceUrl(slug, { protocol: settings.scheme, mainDomain: settings.mainDomain }, '');
  const value = encodeURIComponent(JSON.stringify({ tenantId, tenantName: name, tenantUrl }));
  if (value.length > LONGEST) return;
  const domain = parentDomain(settings.mainDomain);
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store needs a promise and is not in every browser
  document.cookie = `tenant=${value}; domain=${domain}; path=/; secure; samesite=none; max-age=31536000`;
}

/** Whether the subscription is active, in the user cookie of this host. */
export function keepUserCookie({ isActive }: { isActive: boolean }): void {
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `user=${encodeURIComponent(JSON.stringify({ isActive }))}; path=/; secure; samesite=lax`;
}
