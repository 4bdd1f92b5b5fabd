import { asObject, asText, type JsonObject } from './json.ts';
import { readClaims } from './tokens.ts';

const USER_CLAIMS = [
  'email',
  'phoneNumber',
  'username',
  'name',
  'image',
  'data',
  'confirmedAt',
  'createdAt',
  'updatedAt',
  'mode',
  'userId',
  'userUuid',
  'tenantId',
  'isConfirmed',
  'isEmailConfirmed',
  'isPhoneNumberConfirmed',
  'confirmedEmailAt',
  'confirmedPhoneNumberAt',
  'isMfaRequired',
] as const;

/** The person as the id token describes them. */
export interface User {
  readonly userId: number | undefined;
  readonly userUuid: string;
  readonly tenantId: string | undefined;
  readonly email: string | null | undefined;
  readonly phoneNumber: string | null | undefined;
  readonly username: string | null | undefined;
  readonly name: string | null | undefined;
  readonly image: string | null | undefined;
  readonly data: JsonObject;
  readonly mode: string | undefined;
  readonly isConfirmed: boolean | undefined;
  readonly isEmailConfirmed: boolean | undefined;
  readonly isPhoneNumberConfirmed: boolean | undefined;
  readonly isMfaRequired: boolean | undefined;
  readonly confirmedAt: string | null | undefined;
  readonly confirmedEmailAt: string | null | undefined;
  readonly confirmedPhoneNumberAt: string | null | undefined;
  readonly createdAt: string | undefined;
  readonly updatedAt: string | undefined;
}

/** The person of an id token, exactly the claims of the contract; null without a token that can be read. */
export function readUser(idToken: string | null): User | null {
  const claims = readClaims(idToken);
  if (!claims) return null;
  const known = Object.fromEntries(USER_CLAIMS.map((name) => [name, claims[name]]));
  const userUuid = asText(claims.userUuid) ?? asText(claims.sub) ?? '';
  return { ...known, userUuid, data: asObject(claims.data) } as unknown as User;
}
