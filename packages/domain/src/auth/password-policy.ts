/** The longest password, in Unicode code points (security 1). */
export const MAX_PASSWORD_LENGTH = 256;

/** Why a password is refused; every reason has its own sentence on screen. */
export type PasswordProblem =
  | 'empty'
  | 'malformed'
  | 'tooLong'
  | 'tooSimple'
  | 'common'
  | 'containsEmail'
  | 'containsName'
  | 'containsUsername'
  | 'containsWorkspaceName'
  | 'containsProductName';

/** What a password is checked against. Leave out what is not known. */
export interface PasswordContext {
  /** The three weak passwords of protocol 2 pass in the test world only. */
  mode: 'test' | 'live';
  email?: string | null | undefined;
  name?: string | null | undefined;
  username?: string | null | undefined;
  workspace?: string | null | undefined;
  product?: string | null | undefined;
  /** The list of common passwords; asked with the lower-case form. The browser may leave it out, the server may not. */
  isCommon?: ((candidate: string) => boolean) | undefined;
}

/** The password to hash, in NFC and otherwise untouched, or every reason against it. */
export type PasswordVerdict = { ok: true; password: string } | { ok: false; reasons: PasswordProblem[] };

const TEST_PASSWORDS: readonly string[] = ['test', 'dev', 'password'];
const LONG_ENOUGH = 16;
const LONG_ENOUGH_MIXED = 8;
const SHORTEST_NAME = 4;

/**
 * Judges a new password (security 1): 16 characters, or 8 with a letter and a number; at most 256; not
 * common; without the person's, the workspace's or the product's name. Nothing is trimmed or cut, letter case stays.
 */
export function checkPassword(text: string, context: PasswordContext): PasswordVerdict {
  if (text === '') return { ok: false, reasons: ['empty'] };
  if (!text.isWellFormed() || text.includes('\0')) return { ok: false, reasons: ['malformed'] };
  const password = normalizePassword(text);
  if (context.mode === 'test' && TEST_PASSWORDS.includes(password)) return { ok: true, password };
  if (codePoints(password) > MAX_PASSWORD_LENGTH) return { ok: false, reasons: ['tooLong'] };
  const reasons: PasswordProblem[] = [];
  if (!isComplexEnough(password)) reasons.push('tooSimple');
  if (context.isCommon?.(password.toLowerCase())) reasons.push('common');
  reasons.push(...namesIn(password, context));
  return reasons.length > 0 ? { ok: false, reasons } : { ok: true, password };
}

/** The one form in which passwords are hashed and compared: NFC, nothing else changed (security 1). */
export function normalizePassword(text: string): string {
  return text.normalize('NFC');
}

/** Whether a password meets the rule of the hint: 16 code points, or 8 with a letter and a number of any script. */
export function isComplexEnough(password: string): boolean {
  const length = codePoints(password);
  return (
    length >= LONG_ENOUGH ||
    (length >= LONG_ENOUGH_MIXED && /\p{L}/u.test(password) && /\p{N}/u.test(password))
  );
}

function namesIn(password: string, context: PasswordContext): PasswordProblem[] {
  const haystack = fold(password);
  const contains = (text: string) => [...text].length >= SHORTEST_NAME && haystack.includes(text);
  const names: [PasswordProblem, string[]][] = [
    ['containsEmail', [fold((context.email ?? '').replace(/@.*$/s, ''))]],
    ['containsName', forms(context.name)],
    ['containsUsername', forms(context.username)],
    ['containsWorkspaceName', forms(context.workspace)],
    ['containsProductName', forms(context.product)],
  ];
  return names.filter(([, texts]) => texts.some(contains)).map(([problem]) => problem);
}

/** A name as written and without its spaces, since `AdaLovelace1` contains the name Ada Lovelace. */
function forms(name: string | null | undefined): string[] {
  const folded = fold(name ?? '').trim();
  return [folded, folded.replace(/\s+/g, '')];
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function codePoints(text: string): number {
  return [...text].length;
}
