import { describe, expect, test } from 'vitest';
import { buildLink, withoutFragment } from './link.ts';

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

test('a fragment does not belong to a value', () => {
  expect(withoutFragment('U1#x#y')).toBe('U1');
  expect(withoutFragment('U1')).toBe('U1');
});
