import { randomBytes } from 'node:crypto';
import type { Language } from '@stint/domain/language.ts';
import type { FastifyReply } from 'fastify';
import { pageLanguage } from './client.ts';

/** A page of our own that a browser is shown between two others. */
export type Page = {
  status: number;
  title: string;
  /** Trusted HTML; escape every value that came from outside. */
  body: string;
  /** Sources of `form-action`; 'none' where absent. */
  formAction?: string;
  /** A script that runs on load; it is allowed by nonce. */
  script?: string;
  /** The script calls this very host. */
  connects?: boolean;
  /** The script is a module that imports others, and shows pictures it has made. */
  isModule?: boolean;
};

const style =
  'body{font:16px/1.5 system-ui,sans-serif;margin:0;display:grid;min-height:100vh;place-items:center;' +
  'background:#fff;color:#1c1633}main{max-width:28rem;padding:2rem}h1{font-size:1.25rem}' +
  'a,button{font:inherit;color:#fff;background:#5b3fc4;border:0;border-radius:.5rem;padding:.5rem 1rem;' +
  'text-decoration:none;display:inline-block;cursor:pointer}a:focus-visible,button:focus-visible{outline:3px solid #1c1633;' +
  'outline-offset:2px}@media (prefers-color-scheme:dark){body{background:#17131f;color:#f3f0fa}' +
  'a:focus-visible,button:focus-visible{outline-color:#f3f0fa}}';

/** What a page says to who reads this answer. */
export function wordsFor<Words>(reply: FastifyReply, words: Record<Language, Words>): Words {
  return words[pageLanguage(reply.request)];
}

/** Words as a script of a page has them. */
export function asScript(words: unknown): string {
  return JSON.stringify(words).replaceAll('<', '\\u003c');
}

/** Sends a page with a Content-Security-Policy of its own (security 7). */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    page.script ? `script-src 'nonce-${nonce}'${page.isModule ? " 'strict-dynamic'" : ''}` : '',
    page.connects ? "connect-src 'self'" : '',
    page.isModule ? 'img-src data:' : '',
    `form-action ${page.formAction ?? "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const kind = page.isModule ? ' type="module"' : '';
  const script = page.script ? `<script${kind} nonce="${nonce}">${page.script}</script>` : '';
  return reply
    .code(page.status)
    .headers({
      'content-security-policy': policy.filter(Boolean).join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${pageLanguage(reply.request)}"><head><meta charset="utf-8"><title>${page.title}</title>` +
        `<meta name="viewport" content="width=device-width,initial-scale=1"><style nonce="${nonce}">${style}</style></head>` +
        `<body><main><h1>${page.title}</h1>${page.body}</main>${script}</body></html>`,
    );
}
