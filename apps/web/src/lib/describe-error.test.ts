import { AuthError } from '@latchkey/client';
import { expect, test } from 'vitest';
import { errors } from '../messages/errors.ts';
import { ApiError, ConnectionError, SessionEndedError } from './api-error.ts';
import { describeError } from './describe-error.ts';

const nothingKnown = `${errors.problem}. ${errors.tryAgain}`;

test.each([
  ['a call without an answer', new ConnectionError(null), errors.offline],
  [
    'a call of sign-in without one',
    new AuthError('Failed to fetch', { type: 'network_error' }),
    errors.offline,
  ],
  [
    'a part that Chromium could not load',
    new TypeError('Failed to fetch dynamically imported module: https://a.example/phone.js'),
    errors.offline,
  ],
  [
    'a part that Firefox could not load',
    new TypeError('error loading dynamically imported module: https://a.example/phone.js'),
    errors.offline,
  ],
  ['a part that Safari could not load', new TypeError('Importing a module script failed.'), errors.offline],
  ['a session that is over', new SessionEndedError(), errors.signedOut],
  ['a refusal', new ApiError(422, { message: 'The week is closed.' }), 'The week is closed.'],
  ['a sentence of ours', new Error('Choose a workspace.'), 'Choose a workspace.'],
  ['a fault of ours', new TypeError("Cannot read properties of undefined (reading 'id')"), nothingKnown],
  ['an answer that cannot be read', new SyntaxError('Unexpected token <'), nothingKnown],
  ['nothing at all', null, nothingKnown],
])('is told in words: %s', (_, thrown, expected) => {
  expect(describeError(thrown)).toBe(expected);
});
