import { createHash } from 'node:crypto';
import { type RouteDefinition, type RouteTable, splitRouteKey } from '@stint/domain/api/route.ts';
import { errorCatalogue } from '@stint/domain/errors.ts';
import { escapeHtml } from '../../platform/escape-html.ts';

const css = `:root{color-scheme:light dark;--ink:light-dark(#1d1830,#f1eefb);--quiet:light-dark(#5d5770,#b5aecb);--line:light-dark(#ddd8ec,#3a3452);--page:light-dark(#fff,#17131f);--soft:light-dark(#f6f4fc,#211b2e);--accent:light-dark(#5b3fd0,#b3a1ff)}
body{font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--page);margin:0 auto;max-width:62rem;padding:2rem 1rem}
a{color:var(--accent)}h1{font-size:1.8rem;margin:0}h2{margin:2.5rem 0 .5rem;border-top:1px solid var(--line);padding-top:1.5rem}
nav{columns:14rem;margin:1rem 0}nav a{display:block}
details{border:1px solid var(--line);border-radius:8px;margin:.5rem 0;background:var(--soft)}summary{cursor:pointer;padding:.6rem .8rem}
summary code{font-weight:600}.about{color:var(--quiet)}section{padding:0 .8rem .8rem}
table{border-collapse:collapse;width:100%;font-size:.92rem}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line)}
code{font:0.9em ui-monospace,monospace}pre{overflow:auto;background:var(--page);padding:.6rem;border-radius:6px;border:1px solid var(--line)}`;

/** The page's only style; named by its hash, so that nothing else is let in (security 7). */
export const referenceStyle = { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` };

/** A readable page of every call of a table, grouped by the first part of its path. Plain HTML without any script. */
export function referencePage(table: RouteTable, description: string): string {
  const groups = new Map<string, [string, RouteDefinition][]>();
  for (const [key, row] of Object.entries(table)) {
    const name = splitRouteKey(key).path.split('/')[1] ?? '';
    groups.set(name, [...(groups.get(name) ?? []), [key, row]]);
  }
  const names = [...groups.keys()].sort();
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Stint API reference</title><style>${css}</style></head><body><h1>Stint API</h1>
${description
  .split('\n\n')
  .map((part) => `<p>${paragraph(part)}</p>`)
  .join('')}<p>As a document for programs: <a href="/api/openapi.json">openapi.json</a></p>
<nav aria-label="Groups">${names.map((name) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`).join('')}</nav>
${names.map((name) => group(name, groups.get(name) ?? [])).join('\n')}</body></html>`;
}

function group(name: string, rows: [string, RouteDefinition][]): string {
  return `<h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2>${rows.map(([key, row]) => call(key, row)).join('')}`;
}

function call(key: string, row: RouteDefinition): string {
  const { method, path } = splitRouteKey(key);
  const shown = path.replace(/:(\w+)/g, '{$1}');
  return `<details><summary><code>${method} /api${escapeHtml(shown)}</code> <span class="about">${escapeHtml(row.summary)}</span></summary><section>
<p>Who: <code>${escapeHtml(row.access)}</code> · limit: <code>${row.rate}</code> · success: <code>${row.status ?? 200}</code></p>
${fields('Path', row.params)}${fields('Query', row.query)}${row.body ? shape('Body', row.body) : ''}${shape('Answer', row.response)}${refusals(row)}</section></details>`;
}

function fields(title: string, shapeOf: RouteDefinition['params']): string {
  if (!shapeOf || Object.keys(shapeOf.properties).length === 0) return '';
  const required = new Set<string>(shapeOf.required ?? []);
  const rows = Object.entries(shapeOf.properties).map(
    ([name, schema]) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(typeOf(schema))}</td><td>${required.has(name) ? 'required' : 'optional'}</td></tr>`,
  );
  return `<h3>${title}</h3><table><tbody>${rows.join('')}</tbody></table>`;
}

function shape(title: string, schema: unknown): string {
  return `<h3>${title}</h3><pre>${escapeHtml(typeOf(schema))}</pre>`;
}

function refusals({ errors = [] }: RouteDefinition): string {
  if (errors.length === 0) return '';
  const rows = errors.map(
    (code) =>
      `<tr><td>${errorCatalogue[code].status}</td><td><code>${code}</code></td><td>${escapeHtml(errorCatalogue[code].message)}</td></tr>`,
  );
  return `<h3>Refusals</h3><table><tbody>${rows.join('')}</tbody></table>`;
}

type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  maxLength?: number;
  maximum?: number;
  minimum?: number;
  format?: string;
};

/** A JSON Schema in the words of TypeScript, with its limits. */
function typeOf(schema: unknown, indent = ''): string {
  const { type, properties, required = [], items, anyOf, ...rest } = schema as Schema;
  if (rest.const !== undefined) return JSON.stringify(rest.const);
  if (rest.enum) return rest.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return anyOf.map((part) => typeOf(part, indent)).join(' | ');
  if (items) return `${typeOf(items, indent)}[]`;
  if (properties) {
    const inner = `${indent}  `;
    const lines = Object.entries(properties).map(
      ([name, part]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${typeOf(part, inner)}`,
    );
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
  const limits = [
    rest.format,
    rest.minimum === undefined ? null : `≥ ${rest.minimum}`,
    rest.maximum === undefined ? null : `≤ ${rest.maximum}`,
    rest.maxLength === undefined ? null : `≤ ${rest.maxLength} characters`,
  ];
  const told = limits.filter(Boolean).join(', ');
  return `${[type ?? 'any'].flat().join(' | ')}${told ? ` (${told})` : ''}`;
}

function paragraph(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
