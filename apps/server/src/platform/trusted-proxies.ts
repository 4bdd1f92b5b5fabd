import { BlockList, isIP } from 'node:net';

/** The names of ranges that a list of proxies may have besides addresses. */
const namedRanges: Record<string, string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

type Range = { address: string; bits: number; family: 'ipv4' | 'ipv6' };

/** An address, a range such as 10.0.0.0/8 or 10.0.0.0/255.0.0.0, or the name of some; null for anything else. */
export function parseProxies(entry: string): Range[] | null {
  const ranges = (namedRanges[entry] ?? [entry]).map(parseRange);
  return ranges.some((range) => range === null) ? null : (ranges as Range[]);
}

/** Who is one of these proxies, by the address of the connection. */
export function createProxyCheck(trustedProxies: string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const { address, bits, family } of trustedProxies.flatMap((entry) => parseProxies(entry) ?? []))
    list.addSubnet(address, bits, family);
  return (address = '') => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    const family = familyOf(plain);
    return family !== null && list.check(plain, family);
  };
}

function parseRange(text: string): Range | null {
  const [address = '', size, more] = text.split('/');
  const family = familyOf(address);
  if (family === null || more !== undefined) return null;
  const whole = family === 'ipv4' ? 32 : 128;
  const bits = size === undefined ? whole : isIP(size) === 4 ? bitsOf(size) : Number(size);
  return size !== '' && Number.isInteger(bits) && bits >= 1 && bits <= whole
    ? { address, bits, family }
    : null;
}

/** Of a mask such as 255.255.0.0. */
function bitsOf(mask: string): number {
  const ones = mask
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  return /^1*0*$/.test(ones) ? ones.lastIndexOf('1') + 1 : Number.NaN;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : null;
}
