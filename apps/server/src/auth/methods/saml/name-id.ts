import { AppError } from '@stint/domain/errors.ts';
import type { User } from '../../model/users/queries.ts';
import type { NameId } from './build-response.ts';

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const emailAddress = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

/**
 * How a person is named to a service provider. An address is told only when it is proven.
 * @param format what the request asks for; none: the address, else the lasting id
 * @throws AppError `email_unconfirmed`, `bad_request` for a format that we do not give out
 */
export function nameIdFor(
  user: Pick<User, 'id' | 'email' | 'emailConfirmedAt'>,
  format: string | null,
): NameId {
  const email = user.emailConfirmedAt ? user.email : null;
  switch (format) {
    case persistent:
      return { format: persistent, value: user.id };
    case emailAddress:
      if (!email) throw new AppError('email_unconfirmed');
      return { format: emailAddress, value: email };
    case null:
    case unspecified:
      return email ? { format: emailAddress, value: email } : { format: persistent, value: user.id };
    default:
      throw new AppError('bad_request', { message: 'This name id format is not given out.' });
  }
}
