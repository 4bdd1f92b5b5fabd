import { expect, test } from 'vitest';
import { paperOf } from './paper.ts';

test.each([
  ['America/New_York', 'Letter'],
  ['America/Indiana/Knox', 'Letter'],
  ['US/Pacific', 'Letter'],
  ['Pacific/Honolulu', 'Letter'],
  ['America/Toronto', 'Letter'],
  ['America/Mexico_City', 'Letter'],
  ['America/Santiago', 'Letter'],
  ['America/Bogota', 'Letter'],
  ['America/Costa_Rica', 'Letter'],
  ['America/Guatemala', 'Letter'],
  ['America/Managua', 'Letter'],
  ['America/Panama', 'Letter'],
  ['America/Santo_Domingo', 'Letter'],
  ['America/Caracas', 'Letter'],
  ['America/Puerto_Rico', 'Letter'],
  ['Asia/Manila', 'Letter'],
  ['America/Sao_Paulo', 'A4'],
  ['America/Argentina/Buenos_Aires', 'A4'],
  ['America/Montevideo', 'A4'],
  ['America/Lima', 'A4'],
  ['America/Nuuk', 'A4'],
  ['America/Martinique', 'A4'],
  ['Europe/Zurich', 'A4'],
  ['Asia/Tokyo', 'A4'],
  ['Pacific/Auckland', 'A4'],
] as const)('an office in %s prints on %s, whatever language its browsers say', (timeZone, paper) => {
  expect(paperOf(timeZone, 'en-US')).toBe(paper);
  expect(paperOf(timeZone, 'de-DE')).toBe(paper);
});

test.each([
  ['UTC', 'en-US', 'Letter'],
  ['Etc/GMT+5', 'es-Latn-MX', 'Letter'],
  ['UTC', 'en-GB', 'A4'],
  ['UTC', 'en', 'A4'],
  ['UTC', undefined, 'A4'],
] as const)('where the zone %s names no place, the reader’s %s does', (timeZone, language, paper) => {
  expect(paperOf(timeZone, language)).toBe(paper);
});
