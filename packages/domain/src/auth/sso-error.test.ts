import { expect, it } from 'vitest';
import { SSO_ERRORS, ssoErrorMessage } from './sso-error.ts';

it('every code has a sentence of its own that says what to do', () => {
  const sentences = Object.keys(SSO_ERRORS).map(ssoErrorMessage);
  expect(new Set(sentences).size).toBe(sentences.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

it.each([null, undefined, '', 'made-up', 'toString', '__proto__', '<b>x</b>'])('%s has none', (code) => {
  expect(ssoErrorMessage(code)).toBeNull();
});
