/** One of the two data worlds of a tenant (protocol 2). */
export type Mode = 'test' | 'live';

/** Why the mode is what it is; the widget prints it after `Test Mode: ` (protocol 2). */
export type ModeReason = 'domain' | 'http' | 'protocol';

/** A mode with its reason. */
export interface ModeGuess {
  mode: Mode;
  reason: ModeReason;
}

/** What the guess is made from; `window.location` fits. `protocol` ends in a colon. */
export interface PageAddress {
  protocol: string;
  hostname: string;
}

/** A browser's guess from the address of its page: test on localhost, private addresses and without https. */
export function guessMode({ protocol, hostname }: PageAddress): ModeGuess {
  const isTest = protocol !== 'https:' || isLocalHost(hostname);
  return isTest ? { mode: 'test', reason: testReason(protocol) } : { mode: 'live', reason: 'domain' };
}

/** The reason for a mode that the server gave, so that both ways say the same (protocol 2). */
export function modeReason(mode: Mode, protocol: string): ModeReason {
  return mode === 'live' ? 'domain' : testReason(protocol);
}

/** The mode in a server answer; anything but `live` is test (protocol 2). */
export function parseMode(value: unknown): Mode {
  return value === 'live' ? 'live' : 'test';
}

/** Whether a host is this machine or in a private network: localhost and its subdomains, RFC 1918, loopback, ULA, link-local. */
export function isLocalHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  if (host.split('.').includes('localhost')) return true;
  return host.includes(':')
    ? /^(::1|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)$/.test(host)
    : isPrivateIpv4(host);
}

function isPrivateIpv4(host: string): boolean {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(host)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return false;
  const [a = 0, b = 0] = parts;
  return (
    a === 10 ||
    a === 127 ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 169 && b === 254)
  );
}

function testReason(protocol: string): ModeReason {
  if (protocol === 'http:') return 'http';
  return protocol === 'https:' ? 'domain' : 'protocol';
}
