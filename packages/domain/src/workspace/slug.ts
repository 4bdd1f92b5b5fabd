/** The longest slug: one DNS label (security 7). */
const MAX_SLUG_LENGTH = 63;

/** Why a text cannot be the address of a workspace. */
export type SlugProblem = 'empty' | 'tooLong' | 'format' | 'reserved';

const SHAPE = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Names that belong to the service or mean something to browsers and mail servers (security 7). */
const RESERVED: ReadonlySet<string> = new Set(
  [
    'www api auth admin app mail static cdn status help',
    'account accounts administrator abuse assets autoconfig autodiscover billing blog broadcasthost contact content',
    'dashboard dns docs email files ftp gateway home host hostmaster identity images imap info internal',
    'latchkey legal localhost login logout media metrics mx news ns1 ns2 null oauth outbox pop pop3 postmaster',
    'pricing privacy root saml sales security share shop signin signup smtp ssl sso stint store support system terms',
    'token undefined upload uploads webhook webhooks webmaster webmail wpad',
  ].flatMap((line) => line.split(' ')),
);

/** Latin letters that do not fall apart into a base letter and a mark. */
const SPELLED: Readonly<Record<string, string>> = {
  '&': ' and ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
};

/**
 * The slug of a workspace name: lower case, words joined by hyphens, ASCII letters and digits only.
 * Empty when the name has no such characters; then the person chooses an address.
 */
export function slugFromName(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[&ßæœøđðþłıħ]/g, (letter) => SPELLED[letter] ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’ʼ`]/gu, '')
    .match(/[a-z0-9]+/g);
  return cut((words ?? []).join('-'), MAX_SLUG_LENGTH);
}

/** Whether a text can be the address of a workspace. */
export function isValidSlug(slug: string): boolean {
  return slugProblem(slug) === null;
}

/** What is wrong with a slug, or null. A doubled hyphen is a wrong format, and with it every `xn--` name (security 7). */
export function slugProblem(slug: string): SlugProblem | null {
  if (slug === '') return 'empty';
  if (slug.length > MAX_SLUG_LENGTH) return 'tooLong';
  if (!SHAPE.test(slug)) return 'format';
  return RESERVED.has(slug) ? 'reserved' : null;
}

/**
 * Free addresses near a taken or reserved one: `acme-team`, `acme-hq`, `acme-2` … In that order, at most `count`.
 * Pass what is known to be taken; the server asks for the candidates in one query.
 */
export function suggestSlugs(slug: string, taken: ReadonlySet<string>, count = 3): string[] {
  const base = slugFromName(slug) || 'workspace';
  const found: string[] = [];
  for (const ending of endings(taken.size + count + RESERVED.size)) {
    if (found.length === count) break;
    const candidate = `${cut(base, MAX_SLUG_LENGTH - ending.length - 1)}-${ending}`;
    if (isValidSlug(candidate) && !taken.has(candidate)) found.push(candidate);
  }
  return found;
}

function endings(numbers: number): string[] {
  return ['team', 'hq', ...Array.from({ length: numbers }, (_, index) => String(index + 2))];
}

function cut(slug: string, length: number): string {
  return slug.slice(0, length).replace(/-+$/, '');
}
