import { BlockList, isIP } from 'node:net';

/** IPv4 blocks that are not for the public internet (IANA special-purpose registry, RFC 6890). */
const specialV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * Blocks inside 2000::/3 that are not plain unicast: protocol assignments with Teredo, documentation, 6to4. All that
 * carry another address inside (mapped ::ffff:0:0/96, compatible ::/96, NAT64 64:ff9b::/96 and 64:ff9b:1::/48), unique
 * local, link-local and multicast lie outside 2000::/3 and need no row.
 */
const specialV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const special = blockList({ ipv4: specialV4, ipv6: specialV6 });
const globalV6 = blockList({ ipv6: ['2000::/3'] });
const loopback = blockList({ ipv4: ['127.0.0.0/8'] });

/** Whether a server may be called at this address: global unicast and nothing else (security 9). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  // An address with a zone names an interface of this machine.
  if (family !== 6 || address.includes('%')) return false;
  return globalV6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** Whether an address is this machine: 127.0.0.0/8 or ::1, in no wrapped form. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) === 4 ? loopback.check(address, 'ipv4') : address === '::1';
}

function blockList(ranges: Partial<Record<'ipv4' | 'ipv6', string[]>>): BlockList {
  const list = new BlockList();
  for (const family of ['ipv4', 'ipv6'] as const) {
    for (const range of ranges[family] ?? []) {
      const [network = '', bits = ''] = range.split('/');
      list.addSubnet(network, Number(bits), family);
    }
  }
  return list;
}
