import { type AuthClient, type RedirectSetting, toAuthError } from '@latchkey/client';
import { useState } from 'react';
import { Button } from './parts/button.tsx';
import { type Theme, themeClasses } from './theme/theme.ts';

/** Settings of the logout button. */
export interface LogoutButtonProps {
  client: AuthClient;
  redirect?: RedirectSetting;
  /** `Log out` by default. */
  label?: string;
  theme?: Theme;
  /** Called before the page goes anywhere, whether the provider could be told or not. */
  onLoggedOut?: () => void;
}

/** Logs out; at most 250 px wide. */
export function LogoutButton({ client, redirect, label, theme = {}, onLoggedOut }: LogoutButtonProps) {
  const [isBusy, setBusy] = useState(false);

  async function logOut(): Promise<void> {
    setBusy(true);
    try {
      await client.logout({ redirect });
    } catch (thrown) {
      console.warn('The logout failed.', toAuthError(thrown));
    }
    setBusy(false);
    onLoggedOut?.();
  }

  return (
    <div className={`${themeClasses(theme)} latchkey-logout`} data-part="logout">
      <Button isBusy={isBusy} onClick={() => void logOut()}>
        {label ?? 'Log out'}
      </Button>
    </div>
  );
}
