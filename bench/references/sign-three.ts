import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { isSignedBy, readJws, signJws } from '../../apps/server/src/auth/mechanisms/tokens/jws.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** About as long as the claims of our tokens. */
const claims = {
  sid: randomBytes(18).toString('hex'),
  userUuid: randomBytes(18).toString('hex'),
  filler: 'x'.repeat(300),
};

/** Three tokens by the cheapest call that we know: what they cost at the least. */
export function signThree(): string[] {
  return ['at+jwt', 'JWT', 'rt+jwt'].map((typ) => signJws(typ, 'k', claims, privateKey));
}

/** Whether a token is one of these. */
export function isOurs(token: string): boolean {
  return isSignedBy(readJws(token), publicKey);
}
