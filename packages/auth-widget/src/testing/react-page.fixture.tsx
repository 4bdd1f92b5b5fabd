import '../styles.css';
import { createAuthClient } from '@latchkey/client';
import { StrictMode, version } from 'react';
import { createRoot } from 'react-dom/client';
import { LogoutButton, SignInWidget, type SignInWidgetProps, useSession } from '../index.ts';

/** What the page was told, as JSON in its document. */
type Settings = SignInWidgetProps & { tenantId: string };

declare global {
  interface Window {
    /** What a test has set for its page. */
    given?: Partial<Settings>;
  }
}

const told: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}');
const settings: Settings = { ...told, ...window.given };
const client = createAuthClient({ tenantId: settings.tenantId, baseUrl: '/v0/' });

/** An application on React, as docs/embedding.md shows it. */
function Page() {
  const { isSignedIn, user } = useSession(client);
  return (
    <main>
      <p>React {version}</p>
      <p>{isSignedIn ? `Signed in as ${user?.email}` : 'Signed out'}</p>
      <SignInWidget client={client} {...settings} />
      {isSignedIn ? <LogoutButton client={client} redirect={false} label="Leave" /> : null}
    </main>
  );
}

const place = document.getElementById('sign-in');
if (place)
  createRoot(place).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
