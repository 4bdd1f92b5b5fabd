import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

const refused = {
  'this network': ['0.0.0.0', '0.1.2.3'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'carrier NAT': ['100.64.0.1', '100.127.255.255'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  'link-local with cloud metadata': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', '2600::1%eth0'],
  'protocol assignments': ['192.0.0.1', '192.88.99.1', '2001::1', '2001:1::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmark: ['198.18.0.1', '198.19.255.255'],
  'multicast and reserved': ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1'],
  'unique local': ['fc00::1', 'fd00:ec2::254'],
  unspecified: ['::'],
  'IPv4 mapped': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1'],
  'IPv4 compatible': ['::127.0.0.1', '::8.8.8.8'],
  '6to4': ['2002:7f00:1::', '2002:0808:0808::1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1'],
  Teredo: ['2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'discard and segment routing': ['100::1', '5f00::1'],
  'no address': ['', 'localhost', '127.1', '0x7f000001', '1.1.1.1.1'],
};

describe('security 9: addresses that are not public are never called', () => {
  for (const [kind, addresses] of Object.entries(refused)) {
    it.each(addresses)(`${kind}: %s is refused`, (address) => {
      expect(isPublicAddress(address)).toBe(false);
    });
  }

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2600::1',
    '2001:200::1',
    '2606:4700:4700::1111',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('no address of a private block is public, whatever its last parts', () => {
    const block = fc.constantFrom('10.', '127.', '0.');
    fc.assert(
      fc.property(block, fc.ipV4(), (prefix, rest) => {
        expect(isPublicAddress(prefix + rest.split('.').slice(1).join('.'))).toBe(false);
      }),
    );
  });

  it('an IPv4 address wrapped into IPv6 is never public', () => {
    const wrapper = fc.constantFrom('::ffff:', '::', '64:ff9b::');
    fc.assert(
      fc.property(wrapper, fc.ipV4(), (prefix, address) => {
        expect(isPublicAddress(prefix + address)).toBe(false);
      }),
    );
  });
});

describe('loopback', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1'])('%s is this machine', (address) => {
    expect(isLoopbackAddress(address)).toBe(true);
  });
  it.each(['128.0.0.1', '10.0.0.1', '::', '::2', 'localhost'])('%s is not', (address) => {
    expect(isLoopbackAddress(address)).toBe(false);
  });
});
