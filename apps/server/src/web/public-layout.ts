import { LANGUAGES, type Language, languages } from '@stint/domain/language.ts';
import { parentDomain } from '@stint/domain/workspace/host.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import { colorModeScript, colorModeToggle } from './color-mode.ts';
import { publicWords } from './public-words.ts';

export type PublicAssets = { css: string; font: string; icon: string };

export type PublicPage = {
  /** Of the words around the body. */
  language: Language;
  /** Of the body, where it is in another one. */
  bodyLanguage?: Language;
  title: string;
  description: string;
  /** Path of this page, to mark it in the navigation. */
  path: string;
  /** Trusted HTML, made from our own Markdown. */
  body: string;
  /** A message above everything, such as why somebody landed here. */
  notice?: string | null;
  /** Appended to links that lead to sign-in, so that people come back to where they wanted to go. */
  signInQuery?: string;
  /** Absolute origin of the main domain, for links when the page is shown at another host. */
  origin: string;
  isTestMode: boolean;
};

const mark =
  '<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" class="mark"/><path d="M16 7.5a8.5 8.500 0 1 0 8.500 8.500" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/><path d="M16 11.500V16l3.200 2.400" fill="none" stroke="#fff" stroke-width="2.600" stroke-linecap="round" stroke-linejoin="round"/></svg>';

const modeIcon =
  '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.600" stroke-linecap="round" aria-hidden="true"><path d="M16 11.700A6.500 6.500 0 0 1 8.300 4a6.300 6.300 0 1 0 7.700 7.700Z"/></svg>';

const menuIcon =
  '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" aria-hidden="true"><path d="M3 5.500h14M3 10h14M3 14.500h14"/></svg>';

/** The picture that other sites show beside a link; its name changes with it, since it is kept for a year. */
const SOCIAL_PICTURE = '/assets/social-1.png';

/** What other sites show of a link to this page (Open Graph protocol); nothing for a page that is only a message. */
function socialTags({ title, description, path, origin }: PublicPage): string {
  if (path === '') return '';
  const tags = {
    'og:type': 'website',
    'og:site_name': 'Stint',
    'og:title': title,
    'og:description': description,
    'og:url': `${origin}${path}`,
    'og:image': `${origin}${SOCIAL_PICTURE}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'A week in Stint',
    'twitter:card': 'summary_large_image',
  };
  const lines = Object.entries(tags).map(
    ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`,
  );
  return [`<link rel="canonical" href="${escapeHtml(origin + path)}">`, ...lines].join('\n');
}

/** A whole public page: no framework, one style sheet, two short scripts. */
export function publicPage(page: PublicPage, assets: PublicAssets, nonce: string): string {
  const query = page.signInQuery ?? '';
  const words = publicWords[page.language];
  const bodyLanguage = page.bodyLanguage ?? page.language;
  const [testMode, outbox] = words.testMode;
  const link = (path: string, label: string, attributes = '') =>
    `<a href="${page.origin}${path}"${path === page.path ? ' aria-current="page"' : ''}${attributes}>${escapeHtml(label)}</a>`;
  return `<!doctype html>
<html lang="${page.language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<meta name="description" content="${escapeHtml(page.description)}">
<script nonce="${nonce}">${colorModeScript}</script>
<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assets.css}">
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
${socialTags(page)}
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
<header class="top">
<div class="bar">
<a class="brand" href="${page.origin}/">${mark}<span>Stint</span></a>
<nav class="links" aria-label="${words.main}">${words.top.map(([path, label]) => link(path, label)).join('')}</nav>
<details class="menu"><summary aria-label="${words.menu}">${menuIcon}</summary><nav aria-label="${words.menu}">${words.top.map(([path, label]) => link(path, label)).join('')}</nav></details>
<div class="enter">
<button type="button" class="mode" data-toggle-mode aria-label="${words.colorMode}" title="${words.colorMode}">${modeIcon}</button>
<a href="${page.origin}/signin${query}">${words.signIn}</a>
<a class="button" href="${page.origin}/signup${query}">${words.signUp}</a>
</div>
</div>
</header>
${page.notice ? `<p class="notice" role="alert">${escapeHtml(page.notice)}</p>` : ''}
<main id="main"${bodyLanguage === page.language ? '' : ` lang="${bodyLanguage}"`}>
${page.body}
</main>
<footer class="foot">
<div class="columns">
${words.foot.map(([heading, links]) => `<div><h2>${heading}</h2><ul>${links.map(([path, label]) => `<li>${link(path, label)}</li>`).join('')}</ul></div>`).join('\n')}
</div>
<p class="small">${words.license}${page.isTestMode ? ` <span class="test">${testMode} <a href="${page.origin}/outbox">${outbox}</a>.</span>` : ''}</p>
${page.path ? languageLinks(page) : ''}
</footer>
<script nonce="${nonce}">${colorModeToggle(parentDomain(new URL(page.origin).host))}</script>
</body>
</html>
`;
}

/** Each language by its own name, on the same page. */
function languageLinks({ path, origin, language }: PublicPage): string {
  const links = languages.map((each) => {
    const isShown = each === language;
    const mark = isShown ? ' aria-current="true"' : '';
    return `<a href="${origin}${path}?lang=${each}" lang="${each}" hreflang="${each}"${mark}>${LANGUAGES[each].name}</a>`;
  });
  return `<nav class="small languages" aria-label="${publicWords[language].languages}">${links.join(' ')}</nav>`;
}
