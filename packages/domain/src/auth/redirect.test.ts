import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findAppAddress,
  findRedirect,
  findSafePath,
  pickRedirect,
  type RedirectRules,
  safeRedirect,
} from './redirect.ts';

const live: RedirectRules = {
  allowedOrigins: ['https://stint.example', 'https://acme.stint.example', 'http://plain.stint.example'],
  mode: 'live',
};
const local: RedirectRules = { allowedOrigins: ['http://acme.stint.localhost:3000'], mode: 'test' };

describe('safeRedirect', () => {
  test.each([
    ['/', '/'],
    ['/time', '/time'],
    ['/time?week=2026-11-29#mon', '/time?week=2026-11-29#mon'],
    ['/a/../b', '/b'],
    ['/a?next=https://evil.example', '/a?next=https://evil.example'],
    ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
    ['/%5Cevil.example', '/%5Cevil.example'],
    ['/@evil.example', '/@evil.example'],
    ['/zürich', '/z%C3%BCrich'],
    ['https://stint.example', 'https://stint.example/'],
    ['https://acme.stint.example/time?a=1#b', 'https://acme.stint.example/time?a=1#b'],
    ['HTTPS://ACME.stint.EXAMPLE:443/time', 'https://acme.stint.example/time'],
  ])('%j leads to %j', (target, expected) => {
    expect(safeRedirect(target, live)).toBe(expected);
  });

  test.each([
    null,
    undefined,
    '',
    'time',
    './time',
    '?a=1',
    '#a',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/..//evil.example',
    '/../..//evil.example',
    '/%2e%2e//evil.example',
    '/.%2E/%2e//evil.example',
    '/a/b/../..//evil.example/',
    '/./%2e//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/time\r\nSet-Cookie: a=b',
    '/time\u0000',
    '/time\u007f',
    '/time\u0085',
    '/time\u2028',
    '/time\ud800',
    ' /time',
    ' https://stint.example/',
    'https:/stint.example/',
    'https:stint.example',
    'https://',
    'https://evil.example/',
    'https://stint.example.evil.example/',
    'https://evilstint.example/',
    'https://other.stint.example/',
    'https://stint.example:8443/',
    'https://stint.example@evil.example/',
    'https://user:secret@stint.example/',
    'https://@stint.example/',
    'https://stint.example\\@evil.example/',
    'https://stint.example%2f@evil.example/',
    'http://stint.example/',
    'http://plain.stint.example/',
    'ftp://stint.example/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,hi',
    'blob:https://stint.example/1',
    'my-app:/login',
    `/${'a'.repeat(2048)}`,
    ['/time', '/other'],
    ['/time'],
    [],
  ])('%j leads to the root', (target) => {
    expect(safeRedirect(target, live)).toBe('/');
  });

  test('http counts in test mode, on allowed origins only', () => {
    expect(safeRedirect('http://acme.stint.localhost:3000/time', local)).toBe(
      'http://acme.stint.localhost:3000/time',
    );
    expect(safeRedirect('http://acme.stint.localhost:3001/time', local)).toBe('/');
    expect(safeRedirect('http://evil.example/', local)).toBe('/');
    expect(safeRedirect('http://acme.stint.localhost:3000/time', { ...local, mode: 'live' })).toBe('/');
  });

  test('wherever a browser ends up, it is here or on an allowed origin; doing it twice changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string(), fc.webUrl()), (target) => {
        const result = safeRedirect(target, live);
        const { origin } = new URL(result, 'https://here.example/some/page');
        expect(['https://here.example', ...live.allowedOrigins]).toContain(origin);
        expect(safeRedirect(result, live)).toBe(result);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('findRedirect', () => {
  test.each([
    [{}, null],
    [{ query: 'https://evil.example', redirectTo: '//evil.example' }, null],
    [{ explicit: false, query: '/query' }, null],
    [{ query: '/query' }, '/query'],
    [{ explicit: '/' }, '/'],
  ])('%j finds %j: the root only where somebody named it', (sources, expected) => {
    expect(findRedirect(sources, live)).toBe(expected);
  });
});

/** Texts made of what parsers read in different ways. */
const nasty = fc.string({
  unit: fc.constantFrom(
    ...'/ // . .. /../ /./ : @ ? # & ; %2e %2E%2e %2f %5c %09 %00 https: evil.example stint.example user:pw@ 。 ／ a'.split(
      ' ',
    ),
    '\\',
    '\t',
    '\n',
    '\u2028',
    ' ',
  ),
});

describe('findSafePath', () => {
  test('a path stays on its host however it is put together, and is the same when asked again', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          nasty,
          nasty.map((rest) => `/${rest}`),
          nasty.map((rest) => `/..${rest}`),
        ),
        (target) => {
          const path = findSafePath(target);
          if (path === null) return;
          expect(path).toMatch(/^\/(?!\/)/);
          for (const url of [
            new URL(path, 'https://here.example/a/b'),
            new URL(`https://here.example${path}`),
          ]) {
            expect(url.origin).toBe('https://here.example');
            // What a page keeps when it throws scheme and host away.
            expect(new URL(url.pathname + url.search, 'https://here.example').origin).toBe(
              'https://here.example',
            );
          }
          expect(findSafePath(path)).toBe(path);
        },
      ),
      { numRuns: 5000 },
    );
  });

  test.each(['https://stint.example/time', '/..//evil.example', '//evil.example', ['/a', '/b'], null])(
    '%j is none',
    (target) => {
      expect(findSafePath(target)).toBeNull();
    },
  );
});

describe('findAppAddress', () => {
  test.each([
    ['my-app:/login', 'my-app:/login'],
    ['my-app://login?a=1', 'my-app://login?a=1'],
    ['https://app.example/done', 'https://app.example/done'],
  ])('%j leads to %j', (target, expected) => {
    expect(findAppAddress(target)).toBe(expected);
  });

  test.each([
    '/login',
    '',
    null,
    ['my-app:/login'],
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,hi',
    'vbscript:x',
    'blob:https://stint.example/1',
    'file:///etc/passwd',
    'about:blank',
    'https://user@app.example/',
    'https://app.example\\@evil.example/',
  ])('%j is none', (target) => {
    expect(findAppAddress(target)).toBeNull();
  });
});

describe('pickRedirect', () => {
  test.each([
    [{ explicit: '/mine', query: '/query', redirectTo: '/answer' }, '/mine'],
    [{ explicit: true, query: '/query', redirectTo: '/answer' }, '/query'],
    [{ query: '/query', redirectTo: '/answer' }, '/query'],
    [{ query: ['/query'], redirectTo: '/answer' }, '/query'],
    [{ query: null, redirectTo: '/answer' }, '/answer'],
    [{ query: '', redirectTo: '/answer' }, '/answer'],
    [{ query: 'https://evil.example', redirectTo: '/answer' }, '/answer'],
    [{ query: ['/a', '/b'], redirectTo: '/answer' }, '/answer'],
    [{ redirectTo: 'https://evil.example' }, '/'],
    [{}, '/'],
    [{ explicit: false, query: '/query' }, null],
  ])('%j leads to %j', (sources, expected) => {
    expect(pickRedirect(sources, live)).toBe(expected);
  });
});
