export type ColorMode = 'light' | 'dark';

/** A mode and when it was chosen, in milliseconds since 1970. */
export type ColorChoice = { mode: ColorMode; at: number };

/** Shared by all hosts of the product; it says nothing about anybody. */
export const COLOR_MODE_COOKIE = 'stint_color';

/** A choice as text: `dark.1763800000000`; null for anything else. */
export function parseColorChoice(text: unknown): ColorChoice | null {
  const match = typeof text === 'string' ? /^(light|dark)\.(\d{1,15})$/.exec(text) : null;
  return match ? { mode: match[1] === 'dark' ? 'dark' : 'light', at: Number(match[2]) } : null;
}

export function formatColorChoice({ mode, at }: ColorChoice): string {
  return `${mode}.${at}`;
}

/** The choice that counts: the one that was made last. */
export function newestChoice(a: ColorChoice | null, b: ColorChoice | null): ColorChoice | null {
  if (!a || !b) return a ?? b;
  return b.at > a.at ? b : a;
}
