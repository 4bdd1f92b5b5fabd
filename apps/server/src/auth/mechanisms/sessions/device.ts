import { DAY_MS } from '@stint/domain/time/units.ts';
import type { Foundation } from '../../model/foundation.ts';
import type { DeviceKey } from '../../model/sessions/queries.ts';
import type { ClientInfo } from '../http/client.ts';

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
];

const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** What the list of sessions calls a browser: "Firefox on Windows". */
export function describeDevice(userAgent: string): string {
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(browsers) ?? 'An application';
  const system = find(systems);
  return system ? `${browser} on ${system}` : browser;
}

const knownMs = 90 * DAY_MS;

/**
 * A browser is its companion cookie. Callers from other sites bring none, so for them a device is the same program in the
 * same network, for 90 days after it was last seen: it decides about one mail, never about access.
 */
export function deviceKeyOf(
  context: Pick<Foundation, 'clock' | 'secrets'>,
  client: ClientInfo,
  companionHash: Buffer | null,
): DeviceKey {
  if (companionHash) return { hash: companionHash, knownSince: new Date(0) };
  const hash = context.secrets.mac('device', `${client.userAgent}\n${networkOf(client.address)}`);
  return { hash, knownSince: new Date(context.clock.now().getTime() - knownMs) };
}

/** The /24 of an IPv4 address, the /48 of an IPv6 one: what an access line usually keeps for longer. */
function networkOf(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.replace(/\.\d+$/, '');
}
