import { type AuthClient, createAuthClient } from '@latchkey/client';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { LogoutButton } from './logout-button.tsx';
import { type SignedIn, SignInWidget, type SignInWidgetProps } from './sign-in-widget.tsx';

/** Settings that an attribute can carry; the others are set as the property `settings`. */
const ATTRIBUTES: Readonly<Record<string, (text: string) => Partial<SignInWidgetProps>>> = {
  'tenant-id': (tenantId) => ({ tenantId }),
  'base-url': (baseUrl) => ({ baseUrl }),
  type: (type) => ({ type: type as SignInWidgetProps['type'] }),
  locale: (locale) => ({ locale }),
  redirect: (redirect) => ({ redirect: redirect === 'false' ? false : redirect }),
  'redirect-on-load': (text) => ({ redirectOnLoad: text !== 'false' }),
  compact: (text) => ({ compact: text !== 'false' }),
  'color-scheme': (colorScheme) => ({ theme: { colorScheme: colorScheme as 'light' } }),
};

/** What a page may set on the elements by script. */
export type ElementSettings = SignInWidgetProps;

/**
 * Defines `<latchkey-sign-in>` and `<latchkey-logout>` for pages of any framework. Their content is ordinary page content
 * and not a shadow tree, so that password managers and the page's own styles reach it.
 *
 * `<latchkey-sign-in>` fires `latchkey-signed-in` with the server's answer as detail; cancelling it keeps the page where
 * it is.
 */
export function defineElements(registry: CustomElementRegistry = customElements): void {
  if (registry.get('latchkey-sign-in')) return;
  registry.define('latchkey-sign-in', createSignInElement());
  registry.define('latchkey-logout', createLogoutElement());
}

/** Ids of one tree do not meet those of another. */
export function createIdPrefix(): string {
  return `l${Math.random().toString(36).slice(2, 8)}-`;
}

function createSignInElement(): CustomElementConstructor {
  return class extends HTMLElement {
    static readonly observedAttributes = Object.keys(ATTRIBUTES);
    #root: Root | null = null;
    #settings: ElementSettings = {};
    readonly #idPrefix = createIdPrefix();

    get settings(): ElementSettings {
      return this.#settings;
    }

    set settings(settings: ElementSettings) {
      this.#settings = settings;
      this.#render();
    }

    connectedCallback(): void {
      this.#root ??= createRoot(this);
      this.#render();
    }

    disconnectedCallback(): void {
      this.#root?.unmount();
      this.#root = null;
    }

    attributeChangedCallback(): void {
      this.#render();
    }

    #render(): void {
      const given = { idPrefix: this.#idPrefix, ...readAttributes(this), ...this.#settings };
      const onSignedIn = (result: SignedIn) => {
        given.onSignedIn?.(result);
        const options = { detail: result, bubbles: true };
        this.dispatchEvent(new CustomEvent('latchkey-signed-in', options));
      };
      this.#root?.render(createElement(SignInWidget, { ...given, onSignedIn }));
    }
  };
}

function createLogoutElement(): CustomElementConstructor {
  return class extends HTMLElement {
    #root: Root | null = null;
    #own: AuthClient | null = null;
    /** A client of the page; otherwise one is made from `tenant-id` and `base-url`. */
    client: AuthClient | null = null;

    connectedCallback(): void {
      const { tenantId, baseUrl, redirect } = readAttributes(this);
      this.#own = this.client
        ? null
        : createAuthClient({ tenantId, source: 'widget', ...(baseUrl ? { baseUrl } : {}) });
      const client = this.client ?? this.#own;
      if (!client) return;
      const label = this.getAttribute('label');
      const onLoggedOut = () => this.dispatchEvent(new CustomEvent('latchkey-logged-out', { bubbles: true }));
      this.#root = createRoot(this);
      this.#root.render(
        createElement(LogoutButton, { client, redirect, onLoggedOut, ...(label ? { label } : {}) }),
      );
    }

    disconnectedCallback(): void {
      this.#root?.unmount();
      this.#own?.close();
    }
  };
}

function readAttributes(element: HTMLElement): Partial<SignInWidgetProps> {
  const found = Object.entries(ATTRIBUTES).map(([name, read]) => {
    const text = element.getAttribute(name);
    return text === null ? {} : read(text);
  });
  return Object.assign({}, ...found);
}
