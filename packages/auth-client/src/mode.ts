/** The two data worlds of a tenant (spec 4.1). */
export type Mode = 'test' | 'live';

/** Why a mode was taken; the widget prints it in its banner (auth protocol 2). */
export type ModeReason = 'http' | 'protocol' | 'domain';

const PRIVATE_ADDRESS = /^(127\.|10\.|172\.(1[6-9]|2\d|3[01])\.|192\.168\.)/;

/** The client's own guess before the server was asked: test on localhost, a private IPv4 address or a page without https. */
export function guessMode(location: URL | null): Mode {
  if (!location) return 'live';
  const { hostname, protocol } = location;
  const isLocal = hostname.includes('localhost') || PRIVATE_ADDRESS.test(hostname);
  return isLocal || protocol !== 'https:' ? 'test' : 'live';
}

/** The reason shown next to a mode. */
export function modeReason(mode: Mode, location: URL | null): ModeReason {
  if (mode === 'live' || !location || location.protocol === 'https:') return 'domain';
  return location.protocol === 'http:' ? 'http' : 'protocol';
}
