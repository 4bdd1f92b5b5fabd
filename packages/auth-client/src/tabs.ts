import type { Environment } from './environment.ts';

/** What the tabs of one origin tell each other. */
export type TabMessage = 'tokens' | 'signedOut';

/** The line between the tabs that use one tenant. */
export interface TabLink {
  tell(message: TabMessage): void;
  close(): void;
}

/** Opens the line; silent where the browser has none. */
export function linkTabs(
  environment: Environment,
  tenantId: string,
  hear: (message: TabMessage) => void,
): TabLink {
  let channel = tenantId ? environment.openChannel(`latchkey.${tenantId}`) : null;
  channel?.listen((message) => {
    if (message === 'tokens' || message === 'signedOut') hear(message);
  });
  return {
    tell: (message) => channel?.post(message),
    close() {
      channel?.close();
      // a call that ends after the client was closed has nobody to tell
      channel = null;
    },
  };
}
