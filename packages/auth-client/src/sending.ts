import { markAsked } from './address.ts';
import type { CallBody } from './calls.ts';
import { usageError, withWords } from './errors.ts';
import type { JsonObject } from './json.ts';
import { type ClientParts, tenantPath } from './parts.ts';
import { signOnBearer } from './sign-on.ts';

/** The channels that codes travel by. */
export type CodeChannel = 'email' | 'sms';

/** Something went out; in test mode `answer.result` holds the link or code itself. */
export interface SentResult {
  outcome: 'sent';
  answer: JsonObject;
}

/** Whom a login link goes to; unknown people get an account with the rest. */
export interface LinkRequest {
  email: string;
  name?: string;
  username?: string;
  data?: JsonObject;
  options?: { redirect?: string; noSignupEmail?: boolean };
}

/** Mails a login link. */
export async function sendLoginLink(parts: ClientParts, request: LinkRequest): Promise<SentResult> {
  const { email, name, username, data, options } = request;
  return sendSecret(parts, 'auth/link', { email, name, username, data, options }, null);
}

/** Mails a link to set a new password. @throws AuthError `sendPasswordResetEmail - email is missing` */
export async function sendPasswordResetEmail(parts: ClientParts, email: string): Promise<SentResult> {
  if (!email) throw usageError('sendPasswordResetEmail - email is missing');
  return sendSecret(parts, 'auth/reset/link', { email }, null).catch((thrown: unknown) => {
    throw withWords(thrown, 'There was a problem sending password reset email. Please try again.');
  });
}

/** Where a code goes; with a first factor pending the provider knows the address itself. */
export interface CodeRequest {
  /** `sms` by default. */
  channel?: CodeChannel;
  email?: string;
  phoneNumber?: string;
  name?: string;
  username?: string;
  data?: JsonObject;
  /** Sends to the signed-in person, to confirm that it is them. */
  isStepUp?: boolean;
}

/** Sends a code. @throws AuthError `Invalid channel`, or what is missing for the channel */
export async function sendVerificationCode(parts: ClientParts, request: CodeRequest): Promise<SentResult> {
  const { channel = 'sms', email, phoneNumber, name, username, data } = request;
  const bearer = signOnBearer(parts, request.isStepUp);
  requireCodeTarget({ channel, email, phoneNumber }, bearer);
  return sendSecret(parts, 'auth/code', { channel, email, phoneNumber, name, username, data }, bearer);
}

/** A code goes to an address or a number; with a bearer the provider knows it. @throws AuthError */
export function requireCodeTarget(
  { channel, email, phoneNumber }: Pick<CodeRequest, 'channel' | 'email' | 'phoneNumber'>,
  bearer: string | null,
): void {
  if (channel !== 'sms' && channel !== 'email') throw usageError('Invalid channel');
  if (bearer) return;
  if (channel === 'sms' && !phoneNumber) throw usageError('Missing phoneNumber');
  if (channel === 'email' && !email) throw usageError('Missing email');
}

type SendPath = 'auth/link' | 'auth/reset/link' | 'auth/code';

async function sendSecret(
  parts: ClientParts,
  path: SendPath,
  body: CallBody<'POST', `tenants/${string}/${SendPath}`>,
  bearer: string | null,
): Promise<SentResult> {
  const answer = await parts.call({ method: 'POST', path: tenantPath(parts, path), bearer, body });
  markAsked(parts.environment, parts.tenantId);
  return { outcome: 'sent', answer };
}
