import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildLink, parseLink, parseLinkType, withoutFragment, withoutLink } from './link.ts';

describe('buildLink', () => {
  test('has its parameters first and in order', () => {
    expect(
      buildLink({ address: 'https://stint.example/signin', token: 'T1', uuid: 'U1', type: 'login' }),
    ).toBe('https://stint.example/signin?token=T1&uuid=U1&type=login');
    expect(
      buildLink({
        address: 'http://stint.localhost:3000/reset',
        token: 'T1',
        uuid: 'U1',
        type: 'reset',
        redirect: '/time?a=1#b',
      }),
    ).toBe('http://stint.localhost:3000/reset?token=T1&uuid=U1&type=reset&redirect=%2Ftime%3Fa%3D1%23b');
  });

  test('drops a query and fragment of the address, and an empty redirect', () => {
    expect(
      buildLink({
        address: 'https://stint.example/signin?token=x#y',
        token: 'T1',
        uuid: 'U1',
        type: 'verify',
        redirect: '',
      }),
    ).toBe('https://stint.example/signin?token=T1&uuid=U1&type=verify');
  });

  test('a path alone is no address', () => {
    expect(() => buildLink({ address: '/signin', token: 'T1', uuid: 'U1', type: 'login' })).toThrow(
      TypeError,
    );
  });
});

describe('parseLink', () => {
  test.each([
    ['https://stint.example/signin?token=T1&uuid=U1&type=login', { token: 'T1', uuid: 'U1', type: 'login' }],
    ['?token=T1&uuid=U1&type=login', { token: 'T1', uuid: 'U1', type: 'login' }],
    ['token=T1&uuid=U1', { token: 'T1', uuid: 'U1', type: '' }],
    ['?uuid=U1&token=T1&type=&redirect=%2Ftime', { token: 'T1', uuid: 'U1', type: '' }],
    ['https://stint.example/signin?token=T1&uuid=U1#x', { token: 'T1', uuid: 'U1', type: '' }],
    ['?token=T1&uuid=U1%23x', { token: 'T1', uuid: 'U1', type: '' }],
    ['?token=T1&uuid=U1&type=whatever', { token: 'T1', uuid: 'U1', type: 'whatever' }],
    ['?access_token=A&token=T1&uuid=U1', { token: 'T1', uuid: 'U1', type: '' }],
    ['?access_token=A&uuid=U1', null],
    ['?token=T1', null],
    ['?uuid=U1', null],
    ['?token=&uuid=U1', null],
    ['?token=T1&uuid=%20', null],
    ['?token=T1&token=T2&uuid=U1', null],
    ['?token=T1&uuid=U1&uuid=U1', null],
    ['https://stint.example/#?token=T1&uuid=U1', { token: 'T1', uuid: 'U1', type: '' }],
    ['https://stint.example/signin', null],
    ['', null],
  ])('%j', (address, expected) => {
    expect(parseLink(address)).toEqual(expected);
  });

  test('reads what buildLink writes', () => {
    const text = fc.stringMatching(/^[A-Za-z0-9_-]{1,60}$/);
    fc.assert(
      fc.property(
        text,
        text,
        fc.constantFrom('login' as const, 'reset' as const),
        fc.string(),
        (token, uuid, type, redirect) => {
          const link = buildLink({ address: 'https://stint.example/signin', token, uuid, type, redirect });
          expect(parseLink(link)).toEqual({ token, uuid, type });
        },
      ),
    );
  });
});

test.each([
  ['login', 'login'],
  ['sso', 'sso'],
  ['', null],
  ['LOGIN', null],
  ['other', null],
  [null, null],
  [undefined, null],
])('type %j is %j', (text, type) => {
  expect(parseLinkType(text)).toBe(type);
});

test('a fragment does not belong to a value', () => {
  expect(withoutFragment('U1#x#y')).toBe('U1');
  expect(withoutFragment('U1')).toBe('U1');
});

test('the address bar keeps everything but the link', () => {
  expect(withoutLink('https://stint.example/signin?token=T1&uuid=U1&type=login&redirect=%2Ftime#a')).toBe(
    'https://stint.example/signin?redirect=%2Ftime#a',
  );
});
