import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type AuthHarness, startAuth } from './auth-harness.ts';

/**
 * The provider for the tests of the file that calls this: it opens before them and closes after them, and its fields are there in
 * tests. Each test begins so many milliseconds after the one before, with limits that have run out.
 */
export function openAuth(later: number): AuthHarness {
  const auth = {} as AuthHarness;
  beforeAll(async () => {
    Object.assign(auth, await startAuth());
  });
  beforeEach(() => auth.clock.advance(later));
  afterAll(() => auth.close?.());
  return auth;
}
