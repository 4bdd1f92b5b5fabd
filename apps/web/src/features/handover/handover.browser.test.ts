import { AuthError } from '@latchkey/client';
import { describe, expect, test, vi } from 'vitest';
import type { Session } from '../../lib/session.ts';
import { continueHandover } from './handover.ts';

/** A session whose calls are written down, at an address of our choice; going somewhere is written down too. */
function at(search: string, workspace: object | null = null) {
  const went: string[] = [];
  const session = {
    settings: {
      mode: 'test',
      scheme: 'http',
      mainDomain: 'stint.localhost:3000',
      rootTenantId: 'root0001',
      workspace,
    },
    auth: {
      isLoggedIn: async () => true,
      clearSession: () => {},
      requestHandover: vi.fn<(request: object) => Promise<object>>(async () => ({
        code: 'code-1',
        expiresAt: '',
      })),
      startHandover: vi.fn<() => Promise<object>>(async () => ({ codeChallenge: 'challenge-1' })),
      finishHandover: vi.fn<(params: object) => Promise<object>>(async () => ({})),
    },
    call: vi.fn<() => Promise<object>>(async () => ({ isActive: true })),
  };
  const run = () =>
    continueHandover(session as unknown as Session, { search, go: (target) => void went.push(target) });
  return { run, went, auth: session.auth, call: session.call };
}

const acme = { tenantId: 'acme0001', slug: 'acme', name: 'Acme', regionCode: 'us' };

describe('on the main domain', () => {
  test('a code goes to the host of the workspace that asked', async () => {
    const { run, went, auth } = at('?workspace=acme0001&slug=acme&challenge=c&redirect=/time?week=x');
    await run();
    expect(auth.requestHandover).toHaveBeenCalledWith({ tenantId: 'acme0001', codeChallenge: 'c' });
    expect(went).toEqual(['http://acme.stint.localhost:3000/auth?code=code-1&redirect=%2Ftime%3Fweek%3Dx']);
  });

  test('somebody who is not signed in goes to the root and comes back later', async () => {
    const { run, went, auth } = at('?workspace=acme0001&slug=acme&challenge=c&redirect=/projects');
    auth.isLoggedIn = async () => false;
    await run();
    expect(went).toEqual([
      'http://stint.localhost:3000/?redirect=http%3A%2F%2Facme.stint.localhost%3A3000%2Fprojects',
    ]);
  });

  test.each(['evil.example/', 'evil.example#', 'a.b', '', 'www', 'acme@evil.example/'])(
    'the slug %j makes no host of a stranger (security 8)',
    async (slug) => {
      const { run, went, auth } = at(`?workspace=acme0001&slug=${encodeURIComponent(slug)}&challenge=c`);
      await run();
      expect(went).toEqual(['/']);
      expect(auth.requestHandover).not.toHaveBeenCalled();
    },
  );
});

describe("a workspace's own single sign-on", () => {
  const okta = { provider: 'okta', providerId: '', isOwn: true };
  const refusal = (isLinked: boolean, firstFactors: object[] = [{ channel: 'email', strategy: 'okta' }]) =>
    new AuthError('One more step', {
      statusCode: 403,
      type: 'factor_missing',
      body: {
        missing: 'firstFactor',
        authentication: { firstFactors, secondFactors: [] },
        sso: [{ ...okta, isLinked }],
      },
    });
  const search = '?workspace=acme0001&slug=acme&challenge=c&redirect=/projects';

  test('whom it knows goes on to the sign-in of the workspace', async () => {
    const { run, went, auth } = at(search);
    auth.requestHandover.mockRejectedValue(refusal(true));
    await run();
    expect(went).toEqual(['http://acme.stint.localhost:3000/signin?redirect=%2Fprojects']);
  });

  test.each([
    ['whom it does not know', refusal(false)],
    ['who has another way', refusal(true, [{ channel: 'email', strategy: 'password' }])],
  ])('%s chooses on the main domain', async (_who, refused) => {
    const { run, went, auth } = at(search);
    auth.requestHandover.mockRejectedValue(refused);
    await expect(run()).rejects.toBe(refused);
    expect(went).toEqual([]);
  });
});

describe('on a workspace host', () => {
  test('without a code it begins, and the challenge goes to the main domain', async () => {
    const { run, went } = at('?redirect=/projects', acme);
    await run();
    expect(went).toEqual([
      'http://stint.localhost:3000/auth?workspace=acme0001&slug=acme&challenge=challenge-1&redirect=%2Fprojects',
    ]);
  });

  test('a code becomes a session, and only paths of this host are followed', async () => {
    const { run, went, auth } = at('?code=code-1&redirect=https://evil.example/', acme);
    await run();
    expect(auth.finishHandover).toHaveBeenCalledWith({ code: 'code-1', redirect: false });
    expect(went).toEqual(['/time']);
  });

  test('an inactive subscription leads to billing', async () => {
    const { run, went, call } = at('?code=code-1&redirect=/time', acme);
    call.mockResolvedValue({ isActive: false });
    await run();
    expect(went).toEqual(['/billing']);
  });
});
