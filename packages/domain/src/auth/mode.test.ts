import { describe, expect, test } from 'vitest';
import { guessMode, isLocalHost, modeReason, parseMode } from './mode.ts';

describe('guessMode', () => {
  test.each([
    ['https:', 'stint.example', 'live', 'domain'],
    ['https:', '8.8.8.8', 'live', 'domain'],
    ['https:', 'localhost', 'test', 'domain'],
    ['https:', 'acme.stint.localhost', 'test', 'domain'],
    ['https:', '192.168.1.4', 'test', 'domain'],
    ['http:', 'stint.example', 'test', 'http'],
    ['http:', 'localhost', 'test', 'http'],
    ['file:', '', 'test', 'protocol'],
    ['capacitor:', 'localhost', 'test', 'protocol'],
  ])('%s//%s is %s because of %s', (protocol, hostname, mode, reason) => {
    expect(guessMode({ protocol, hostname })).toEqual({ mode, reason });
  });
});

test.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['localhost.', true],
  ['acme.stint.localhost', true],
  ['localhost.localdomain', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['10.0.0.1', true],
  ['172.16.0.1', true],
  ['172.31.255.255', true],
  ['192.168.0.1', true],
  ['169.254.1.1', true],
  ['[::1]', true],
  ['::1', true],
  ['fd12:3456::1', true],
  ['fe80::1', true],
  ['172.15.0.1', false],
  ['172.32.0.1', false],
  ['192.169.0.1', false],
  ['11.0.0.1', false],
  ['10.example.com', false],
  ['10.0.0.999', false],
  ['mylocalhost.example', false],
  ['notlocalhost', false],
  ['2001:db8::1', false],
  ['', false],
])('%s is local: %s', (hostname, expected) => {
  expect(isLocalHost(hostname)).toBe(expected);
});

test('a mode of the server gets the same reasons', () => {
  expect(modeReason('live', 'http:')).toBe('domain');
  expect(modeReason('test', 'http:')).toBe('http');
  expect(modeReason('test', 'https:')).toBe('domain');
  expect(modeReason('test', 'app:')).toBe('protocol');
});

test.each([
  ['live', 'live'],
  ['test', 'test'],
  ['LIVE', 'test'],
  [undefined, 'test'],
  [null, 'test'],
])('%j in an answer is %s', (value, mode) => {
  expect(parseMode(value)).toBe(mode);
});
