/**
 * The six digits in what somebody typed or pasted, spaces and hyphens left out, or null. For authenticator codes and for
 * verification codes alike.
 */
export function parseSixDigits(text: string): string | null {
  const code = text.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(code) ? code : null;
}

/** The authenticator code in a text, or null. */
export function parseTotpCode(text: string): string | null {
  return parseSixDigits(text);
}

/** The verification code, sent by mail or text message, in a text, or null. */
export function parseVerificationCode(text: string): string | null {
  return parseSixDigits(text);
}
