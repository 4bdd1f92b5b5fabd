import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecrets } from './secrets.ts';

/** What is promised while the master secret is changed, and after it. */
const [first, second, third] = [randomBytes(48), randomBytes(48), randomBytes(48)] as const;

test('security 12: what the former key sealed is opened, what is sealed anew only by the new one', () => {
  const before = createSecrets(first);
  const { sealed } = before.seal('a secret', 'ada');
  const during = createSecrets(second, { former: [first] });
  expect(during.open(sealed, 'ada')).toBe('a secret');
  expect(() => during.open(sealed, 'bob')).toThrow(/authenticate/);
  const anew = during.reseal(sealed, 'ada');
  expect(anew?.keyId).toBe(during.keyId);
  expect(createSecrets(second).open(anew?.sealed ?? Buffer.alloc(0), 'ada')).toBe('a secret');
  expect(() => before.open(anew?.sealed ?? Buffer.alloc(0), 'ada')).toThrow(/authenticate/);
  expect(during.reseal(anew?.sealed ?? Buffer.alloc(0), 'ada')).toBeNull();
});

test('a process that still has the former key opens what those with the next one seal', () => {
  const { sealed } = createSecrets(second, { former: [first] }).seal('a secret', 'ada');
  expect(createSecrets(first, { next: [second] }).open(sealed, 'ada')).toBe('a secret');
});

test('a MAC of any key of the ring is known; new ones are made with the key in use', () => {
  const old = createSecrets(first).mac('code', '123456');
  const ring = createSecrets(second, { former: [first] });
  expect(ring.isMac(old, 'code', '123456')).toBe(true);
  expect(ring.isMac(old, 'code', '123457')).toBe(false);
  expect(ring.isMac(old, 'xsrf', '123456')).toBe(false);
  expect(ring.mac('code', '123456')).toEqual(createSecrets(second).mac('code', '123456'));
  expect(ring.macs('code', '123456')).toEqual([ring.mac('code', '123456'), old]);
  expect(createSecrets(second).isMac(old, 'code', '123456')).toBe(false);
});

test('security 12: of a former key that is gone the MACs that last are known, and nothing of it opens', () => {
  const { sealed } = createSecrets(first).seal('a secret', 'ada');
  const kept = createSecrets(second, { former: [first] }).formerKeys();
  const after = createSecrets(second);
  after.remember(JSON.parse(JSON.stringify(kept)));
  for (const purpose of ['pepper', 'backup', 'xsrf'] as const)
    expect(after.isMac(createSecrets(first).mac(purpose, 'text'), purpose, 'text')).toBe(true);
  expect(after.isMac(createSecrets(first).mac('code', 'text'), 'code', 'text')).toBe(false);
  expect(() => after.open(sealed, 'ada')).toThrow(/authenticate/);
  expect(after.isRotated()).toBe(true);
});

test('the first key stays the first through further changes, in whatever order they are named', () => {
  const keptOnce = createSecrets(second, { former: [first] }).formerKeys();
  const during = createSecrets(third, { former: [second] });
  during.remember(keptOnce);
  const pepper = createSecrets(first).mac('pepper', 'password');
  expect(during.macBy('', 'pepper', 'password')).toEqual(pepper);
  expect(during.formerKeys().map(({ keyId }) => keyId)).toEqual([
    createSecrets(second).keyId,
    createSecrets(first).keyId,
  ]);
  const after = createSecrets(third);
  after.remember(during.formerKeys());
  expect(after.macBy('', 'pepper', 'password')).toEqual(pepper);
  expect(after.macBy('00000000', 'pepper', 'password')).toBeNull();
});

const firstPepper = createSecrets(first).mac('pepper', 'p');

test('security 12: a change that is taken back leaves the first key the first, with and without the other one beside it', () => {
  const kept = createSecrets(second, { former: [first] }).formerKeys();
  for (const ring of [createSecrets(first, { former: [second] }), createSecrets(first)]) {
    ring.remember(kept);
    expect(ring.macBy('', 'pepper', 'p')).toEqual(firstPepper);
  }
  // And so does what is kept of it, before the next change.
  const again = createSecrets(first, { former: [second] });
  again.remember([], [again.keyId, createSecrets(second).keyId]);
  const later = createSecrets(third, { former: [first] });
  later.remember(again.formerKeys());
  expect(later.macBy('', 'pepper', 'p')).toEqual(firstPepper);
  expect(later.formerKeys().at(-1)?.keyId).toBe(again.keyId);
});

test('a key beside the one in use is a former one where it sealed what is stored, else it changes nothing', () => {
  const [from, other] = [createSecrets(first), createSecrets(second)];
  const trial = createSecrets(second, { next: [first] });
  trial.remember([], [other.keyId]);
  expect(trial.isRotated()).toBe(false);
  expect(trial.formerKeys()).toEqual([]);
  expect(trial.macBy('', 'pepper', 'p')).toEqual(other.mac('pepper', 'p'));
  expect(trial.open(from.seal('a secret', 'ada').sealed, 'ada')).toBe('a secret');

  const moved = createSecrets(second, { next: [first] });
  moved.remember([], [from.keyId, other.keyId]);
  expect(moved.isRotated()).toBe(true);
  expect(moved.macBy('', 'pepper', 'p')).toEqual(firstPepper);
  expect(moved.formerKeys()).toEqual(createSecrets(second, { former: [first] }).formerKeys());
  expect(moved.macs('code', '1')).toHaveLength(2);
});

test('a key of fewer than 32 bytes is refused, beside the one in use as well', () => {
  expect(() => createSecrets(randomBytes(31))).toThrow(/fewer than 32 bytes/);
  expect(() => createSecrets(first, { former: [randomBytes(31)] })).toThrow(/fewer than 32 bytes/);
});
