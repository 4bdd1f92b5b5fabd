/** The most digits of a phone number unless long numbers are enabled (ITU-T E.164). */
const MAX_PHONE_DIGITS = 15;

const MAX_LONG_DIGITS = 32;

/** Whether a text is a number as it is stored and sent: plus sign and digits, at most 15. Says nothing about a line. */
export function isE164(text: string, allowLong = false): boolean {
  const digits = /^\+([1-9]\d+)$/.exec(text)?.[1];
  return digits !== undefined && digits.length <= (allowLong ? MAX_LONG_DIGITS : MAX_PHONE_DIGITS);
}

/**
 * What a phone box keeps of what is typed or pasted: the plus sign in front, then digits only, cut at 15 unless long
 * numbers are enabled.
 */
export function limitPhoneInput(text: string, allowLong = false): string {
  const digits = text.replace(/[^0-9]/g, '').slice(0, allowLong ? MAX_LONG_DIGITS : MAX_PHONE_DIGITS);
  return text.trimStart().startsWith('+') ? `+${digits}` : digits;
}
