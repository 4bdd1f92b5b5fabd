/** How the widget looks. Everything is optional. */
export interface Theme {
  colors?: {
    /** Text and lines on dark backgrounds; #ffffff. */
    light?: string;
    /** Buttons, text accents and lines on light backgrounds; #5e72e4. */
    dark?: string;
    /** Gradient end, focus and links; #13a0ff. */
    accent?: string;
    lightBackground?: string;
    darkBackground?: string;
  };
  fontFamily?: string;
  /** `light` by default; `auto` follows the system. */
  colorScheme?: 'light' | 'dark' | 'auto';
  size?: 'compact' | 'mini' | 'spaced' | 'large';
  extras?: Extras;
}

/** The named extras switch parts of the look; any other name that is true becomes a style class of its own. */
export interface Extras {
  gradientButtons?: boolean;
  hideSecuredMessage?: boolean;
  raisedButtons?: boolean;
  dottedOutlines?: boolean;
  [customClass: string]: boolean | undefined;
}

/** The style of corners comes as an extra as well: `rounded` or `squared`. */
const CLASS_OF_EXTRA: Readonly<Record<string, string>> = {
  gradientButtons: 'gradient',
  raisedButtons: 'raised',
  dottedOutlines: 'dotted-outlines',
  hideSecuredMessage: 'hide-branding',
};

const PROPERTY_OF_COLOR: Readonly<Record<string, string>> = {
  light: '--latchkey-light',
  dark: '--latchkey-dark',
  accent: '--latchkey-accent',
  lightBackground: '--latchkey-light-background',
  darkBackground: '--latchkey-dark-background',
};

/** The classes of the widget's root for a theme. */
export function themeClasses({ size, colorScheme = 'light', extras = {} }: Theme): string {
  const names = Object.entries(extras)
    .filter(([, isOn]) => isOn)
    .map(([name]) => CLASS_OF_EXTRA[name] ?? kebab(name));
  return ['root', `scheme-${colorScheme}`, ...(size ? [`size-${size}`] : []), ...names]
    .map((name) => `latchkey-${name}`)
    .join(' ');
}

/** The custom properties of a theme; values that could end a declaration are left out. */
export function themeProperties({ colors = {}, fontFamily }: Theme): Readonly<Record<string, string>> {
  const given = Object.entries(colors).map(([name, value]) => [PROPERTY_OF_COLOR[name], value] as const);
  const all = [...given, ['--latchkey-font', fontFamily] as const];
  return Object.fromEntries(
    all.filter((entry): entry is [string, string] => Boolean(entry[0] && entry[1] && isValue(entry[1]))),
  );
}

/** Container class by measured width in CSS pixels. */
export function containerClass(width: number): string {
  const name = width <= 250 ? 'tiny' : width <= 350 ? 'small' : width <= 500 ? 'medium' : 'large';
  return `latchkey-container-${name}`;
}

function isValue(value: string): boolean {
  return !/[;{}<>]/.test(value);
}

function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^\w-]/g, '')
    .toLowerCase();
}
