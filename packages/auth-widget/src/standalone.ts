import { type AuthClient, type AuthClientOptions, createAuthClient } from '@latchkey/client';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createIdPrefix, defineElements } from './elements.ts';
import { LogoutButton, type LogoutButtonProps } from './logout-button.tsx';
import { SignInWidget, type SignInWidgetProps } from './sign-in-widget.tsx';
import css from './styles.css?inline';

export { createAuthClient } from '@latchkey/client';
export { createLateClient } from './late-client.ts';

/** A mounted part of the page; `unmount` takes it away again. */
export interface Mounted {
  unmount(): void;
}

/**
 * Mounts the sign-in on an element of a page without React.
 *
 * @param target the element, or a selector of it
 * @throws Error when there is no such element
 * @example mountSignIn('#sign-in', { tenantId: 'abcd1234', baseUrl: 'https://auth.example.com/v0/' });
 */
export function mountSignIn(target: Element | string, props: SignInWidgetProps): Mounted {
  return mount(target, createElement(SignInWidget, { idPrefix: createIdPrefix(), ...props }));
}

/** Mounts a logout button on an element of a page without React. */
export function mountLogout(
  target: Element | string,
  { client, ...rest }: Omit<LogoutButtonProps, 'client'> & { client: AuthClient | AuthClientOptions },
): Mounted {
  const used = 'logout' in client ? client : createAuthClient(client);
  return mount(target, createElement(LogoutButton, { ...rest, client: used }));
}

/** The style comes with the script, as a sheet made by script, which a strict content policy allows. */
function adoptStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

function mount(target: Element | string, element: ReturnType<typeof createElement>): Mounted {
  const place = typeof target === 'string' ? document.querySelector(target) : target;
  if (!place) throw new Error(`No element for the sign-in: ${String(target)}`);
  const root = createRoot(place);
  root.render(element);
  return { unmount: () => root.unmount() };
}

adoptStyles();
defineElements();
