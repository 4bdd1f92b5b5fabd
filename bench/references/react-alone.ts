import { serveReactPage } from './react-page.ts';

/** The form of a sign-in page as React alone draws it: no styles, no calls, no rules. */
const source = `
  import { createElement as h } from 'react';
  import { createRoot } from 'react-dom/client';
  createRoot(document.getElementById('root')).render(
    h('form', null, h('input', { type: 'email' }), h('input', { type: 'password' }), h('button', null, 'Log in')));
`;

const html =
  '<!doctype html><title>React</title><div id="root"></div><script type="module" src="/page.js"></script>';

/** What P18 is measured beside. */
export function serveReactAlone(): Promise<{ url: string; close(): void }> {
  return serveReactPage({ source, html });
}
