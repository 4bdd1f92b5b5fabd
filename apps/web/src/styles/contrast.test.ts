import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** Text needs 4.5:1, graphics and large text 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). */
const TEXT = 4.5;
const GRAPHIC = 3;

const pairs: [foreground: string, background: string, ratio: number][] = [
  ...['surface', 'page', 'raised', 'sunken', 'hover', 'today', 'weekend', 'filled'].flatMap(
    (background): [string, string, number][] => [
      ['on-surface', background, TEXT],
      ['muted', background, TEXT],
      ['link', background, TEXT],
      ['danger', background, TEXT],
      ['focus', background, GRAPHIC],
    ],
  ),
  ...['primary', 'primary-quiet', 'selected', 'success', 'success-quiet', 'danger', 'danger-quiet'].map(role),
  ...['warning', 'warning-quiet', 'info-quiet'].map(role),
  ['on-primary', 'primary-hover', TEXT],
  ['on-danger', 'danger-hover', TEXT],
  ['control-border', 'surface', GRAPHIC],
  ['control-border', 'page', GRAPHIC],
  ['primary', 'surface', GRAPHIC],
  ['success', 'surface', TEXT],
  ['warning', 'surface', TEXT],
  ['info', 'surface', TEXT],
  ['billable', 'non-billable', GRAPHIC],
  // A bar of two pixels that says how far a day has come.
  ['primary', 'today', GRAPHIC],
  ['now', 'today', TEXT],
  // The dash in place of a figure that is nothing.
  ['quiet', 'surface', TEXT],
];

/** Two fields side by side are seen apart from about here on. */
const APART = 1.08;

describe.each(['light', 'dark'])('in %s mode', (mode) => {
  const tokens = readTokens(mode);
  test.each(pairs)('%s on %s has at least %d:1', (foreground, background, ratio) => {
    expect(contrast(colour(tokens, foreground), colour(tokens, background))).toBeGreaterThanOrEqual(ratio);
  });

  test.each(['surface', 'page', 'weekend', 'filled'])("today's column is seen beside the %s", (other) => {
    const [today, beside] = [colour(tokens, 'today'), colour(tokens, other)];
    const distance = Math.hypot(...today.map((part, index) => part - (beside[index] ?? 0)));
    expect(Math.max(contrast(today, beside) / APART, distance / 0.06)).toBeGreaterThanOrEqual(1);
  });

  test('billable is the darker purple and non-billable the lighter', () => {
    expect(luminance(colour(tokens, 'billable'))).toBeLessThan(luminance(colour(tokens, 'non-billable')));
  });
});

function role(name: string): [string, string, number] {
  return [`on-${name}`, name, TEXT];
}

function readTokens(mode: string): Map<string, string> {
  const [light = '', dark = ''] = css.split("[data-color-mode='dark']");
  const text = mode === 'light' ? light : `${light}${dark}`;
  return new Map(
    [...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
}

function colour(tokens: Map<string, string>, name: string): [number, number, number] {
  const value = tokens.get(name);
  if (!value) throw new Error(`no token --${name}`);
  const reference = /^var\(--([\w-]+)\)$/.exec(value);
  if (reference?.[1]) return colour(tokens, reference[1]);
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value);
  if (!hex) throw new Error(`--${name} is not a plain colour: ${value}`);
  return [hex[1], hex[2], hex[3]].map((part) => Number.parseInt(part ?? '', 16) / 255) as [
    number,
    number,
    number,
  ];
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(rgb: [number, number, number]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: [number, number, number], b: [number, number, number]): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}
