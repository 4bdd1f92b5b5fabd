import { generateKeyPairSync } from 'node:crypto';
import { CompactSign, compactVerify } from 'jose';
import { expect, test } from 'vitest';
import { isSignedBy, readJws, signJws } from './jws.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** Enough that some of the numbers begin with zeros: one of 256 does. */
const enough = 1500;

const signedElsewhere = (header: { alg: string; crit?: string[]; b64?: boolean }, key = privateKey) =>
  new CompactSign(Buffer.from('{"sub":"ada"}')).setProtectedHeader(header).sign(key, { crit: { b64: true } });

test('what is signed here another library verifies, whatever its numbers begin with', async () => {
  const tokens = Array.from({ length: enough }, (_token, turn) => signJws('JWT', 'k', { turn }, privateKey));
  const read = await Promise.all(tokens.map((token) => compactVerify(token, publicKey)));
  expect(read.map(({ payload }) => JSON.parse(Buffer.from(payload).toString()).turn)).toEqual([
    ...tokens.keys(),
  ]);
  expect(tokens.every((token) => isSignedBy(readJws(token), publicKey))).toBe(true);
});

test('what another library signs is verified here, and by no other key', async () => {
  const tokens = await Promise.all(Array.from({ length: enough }, () => signedElsewhere({ alg: 'ES256' })));
  expect(tokens.every((token) => isSignedBy(readJws(token), publicKey))).toBe(true);
  expect(tokens.some((token) => isSignedBy(readJws(token), other.publicKey))).toBe(false);
});

test('a header that asks for something else makes it another token', async () => {
  const critical = await signedElsewhere({ alg: 'ES256', crit: ['b64'], b64: true });
  expect(isSignedBy(readJws(critical), publicKey)).toBe(false);
  const [header = '', ...rest] = (await signedElsewhere({ alg: 'ES256' })).split('.');
  const named = (alg: string) => Buffer.from(JSON.stringify({ alg })).toString('base64url');
  expect(header).toBe(named('ES256'));
  for (const alg of ['none', 'HS256', 'ES384', 'es256'])
    expect(isSignedBy(readJws([named(alg), ...rest].join('.')), publicKey)).toBe(false);
});

test.each([
  ['nothing', ''],
  ['zeros', Buffer.alloc(64).toString('base64url')],
  ['the greatest numbers', Buffer.alloc(64, 255).toString('base64url')],
  ['a number too few', Buffer.alloc(32, 1).toString('base64url')],
  ['a byte too many', Buffer.alloc(65, 1).toString('base64url')],
])('%s is no signature', (_what, signature) => {
  const [header, claims] = signJws('JWT', 'k', {}, privateKey).split('.');
  expect(isSignedBy(readJws(`${header}.${claims}.${signature}`), publicKey)).toBe(false);
});

test.each([
  ['two parts', (token: string) => token.split('.').slice(0, 2).join('.'), 'a token has three parts'],
  ['four parts', (token: string) => `${token}.`, 'a token has three parts'],
  ['a part that is spelt otherwise', (token: string) => `${token}=`, 'no base64url'],
  ['letters of the other alphabet', (token: string) => `${token.slice(0, -4)}+/+/`, 'no base64url'],
  ['claims that are a list', () => `e30.${Buffer.from('[]').toString('base64url')}.AA`, 'no object'],
  ['claims that are nothing', () => `e30.${Buffer.from('null').toString('base64url')}.AA`, 'no object'],
])('%s are no token', (_what, spoil, why) => {
  const token = spoil(signJws('JWT', 'k', {}, privateKey));
  expect(() => readJws(token)).toThrow(why);
});
