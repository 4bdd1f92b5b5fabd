/** Words of samples and of sentences that ask for a secret; six letters and more, which no random text holds by chance. */
const sampleWords =
  `changeme changeit changethis replaceme replacethis fillmein placeholder notasecret secret passwd password passw0rd
  letmein example sample insecure donotuse development keyboardcat deadbeef cafebabe loremipsum correcthorse hunter2
  12345678 0123456789 98765432 abcdefgh qwerty asdfgh yourkey yourtoken mykeyhere`.split(/\s+/);

/** Short ones count where they stand alone between hyphens, dots and underscores. */
const shortWords = new Set([
  'test',
  'testing',
  'dev',
  'demo',
  'admin',
  'default',
  'foo',
  'bar',
  'local',
  'todo',
  'xxx',
]);

/** Passwords that programs come with. */
const defaultPasswords = new Set([
  'postgres',
  'root',
  'guest',
  'user',
  'smtp',
  'mail',
  'stint',
  'latchkey',
  'pass',
]);

/** Keys that the documents of payment services print. */
const publishedKeys = new Set([
  'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  'sk_test_BQokikJOvBiI2HlWgH4olfQ2',
  'sk_test_tR3PYbcVNZZ796tH88S4VQ2u',
]);

/** What services put in front of the random part of their keys. */
const issuedPrefix = /^(?:(?:sk|rk|pk)_(?:test|live)_|whsec_|lk_(?:test|live)_[a-z]+_[a-z0-9]{8}_)/;

/** Keys of our own, by the name of the variable: random text of 32 bytes and more. */
const ownKeys = new Set([
  'SECRET_KEY',
  'SECRET_KEY_FORMER',
  'SECRET_KEY_NEXT',
  'METRICS_KEY',
  'BACKUP_KEY',
  'ARCHIVE_KEY',
]);
const make = 'make one with: openssl rand -base64 48';

/** What is wrong with the secret in a variable, and what to do about it; null when it will do. */
export function findSecretProblem(name: string, value: string | undefined): string | null {
  if (!value) return name === 'SECRET_KEY' ? `${name} is missing; ${make}` : null;
  if (!ownKeys.has(name)) {
    const advice = 'use the one that was issued to you, or set a password';
    return isSampleSecret(value) ? `${name} has a sample in it; ${advice}` : null;
  }
  const problem = findLengthProblem(name, value);
  if (problem) return problem;
  return isSampleSecret(value) ? `${name} is a sample value; ${make}` : null;
}

/** A key that is too short is none, in test mode either. */
export function findLengthProblem(name: string, value: string | undefined): string | null {
  if (!value || !ownKeys.has(name) || Buffer.byteLength(value) >= 32) return null;
  return `${name} has fewer than 32 bytes; make a longer one`;
}

/** Whether a secret, or the password in an address, is one that others know: a sample, a default or a pattern. */
export function isSampleSecret(value: string): boolean {
  if (publishedKeys.has(value)) return true;
  if (URL.canParse(value) && /^[a-z][a-z0-9+]*:\/\//i.test(value)) {
    const { password } = new URL(value);
    return password !== '' && isSampleText(safeDecode(password));
  }
  return isSampleText(value.replace(issuedPrefix, ''));
}

function isSampleText(value: string): boolean {
  const letters = lettersOf(value);
  if (sampleWords.some((word) => letters.includes(word))) return true;
  const words = value.toLowerCase().split(/[-_.:\s]+/);
  if (words.some((word) => shortWords.has(word)) || defaultPasswords.has(value.toLowerCase())) return true;
  // One pattern over and over, or hardly any different characters.
  return /^(.{1,16}?)\1+$/su.test(value) || (value.length >= 16 && new Set(value).size < 8);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
