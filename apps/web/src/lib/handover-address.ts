import type { PageSettings } from './page-settings.ts';
import { mainOriginOf } from './session.ts';

/** Where a workspace host sends the browser to fetch a code, with the S256 challenge of its verifier. */
export function handoverAddress(settings: PageSettings, challenge: string, target: string): string {
  const { workspace } = settings;
  const query = new URLSearchParams({
    workspace: workspace?.tenantId ?? '',
    slug: workspace?.slug ?? '',
    challenge,
    redirect: target,
  });
  return `${mainOriginOf(settings)}/auth?${query}`;
}
