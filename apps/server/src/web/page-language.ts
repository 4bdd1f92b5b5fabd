import { chooseLanguage, LANGUAGE_COOKIE, type Language, languageOf } from '@stint/domain/language.ts';
import { parentDomain } from '@stint/domain/workspace/host.ts';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** The language that an address asks for, as `?lang=de`: links of the public pages do. */
function askedLanguage(request: FastifyRequest): Language | null {
  const { lang } = request.query as { lang?: string | string[] };
  return typeof lang === 'string' ? languageOf(lang) : null;
}

/** The language to answer a page in. */
export function pageLanguage(request: FastifyRequest): Language {
  const cookie = cookieOf(request, LANGUAGE_COOKIE);
  const accepted = request.headers['accept-language'];
  return chooseLanguage({ asked: askedLanguage(request), chosen: cookie, accepted });
}

/**
 * Keeps what an address asked for, on the parent domain; null where it asked for nothing. Anybody may set it for anybody
 * by a link: it says nothing about a person and opens nothing.
 */
export function keptLanguage(
  request: FastifyRequest,
  { mainDomain, scheme }: Pick<Config, 'mainDomain' | 'scheme'>,
): string | null {
  const language = askedLanguage(request);
  if (!language) return null;
  const secure = scheme === 'https' ? '; Secure' : '';
  return `${LANGUAGE_COOKIE}=${language}; Domain=${parentDomain(mainDomain)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

function cookieOf(request: FastifyRequest, name: string): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}
