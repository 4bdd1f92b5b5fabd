import { type AuthClient, createAuthClient } from '@latchkey/client';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useHasRole, useRedirectIfLoggedIn, useRedirectIfLoggedOut, useSession } from './hooks.ts';
import { givenFlow } from './host/flow-answer.ts';
import { SignInWidget } from './sign-in-widget.tsx';
import { type FixtureAnswer, flowOf, signOn } from './testing/contract.ts';
import { mountWidget } from './testing/mount.fixture.tsx';
import { PASSWORD } from './testing/walk.ts';

const modeRoute = 'GET {t}/mode';
const authentication = { firstFactors: [PASSWORD], secondFactors: [] };

async function logIn(screen: Awaited<ReturnType<typeof mountWidget>>['screen']): Promise<void> {
  await screen.getByLabelText('Email address or username').fill('ada');
  await screen.getByLabelText('Password', { exact: true }).fill('secret');
  await screen.getByRole('button', { name: /^.?Log in.?$/ }).click();
}

describe('what browsers do to a page', () => {
  it('a page that the browser has translated goes on working', async () => {
    const { screen } = await mountWidget({ [modeRoute]: flowOf(PASSWORD), 'POST {t}/auth/basic': signOn() });
    await expect.element(screen.getByLabelText('Password', { exact: true })).toBeVisible();
    translate(screen.container);
    await logIn(screen);
    await expect.element(screen.getByRole('button', { name: /Continue/ })).toBeVisible();
    await expect.element(screen.getByText("You're logged in!")).toBeVisible();
  });

  it('the caps lock is told at the password while it is on', async () => {
    const { screen } = await mountWidget({ [modeRoute]: flowOf(PASSWORD) });
    const field = screen.getByLabelText('Password', { exact: true });
    await field.click();
    const press = (isOn: boolean) =>
      field
        .element()
        .dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: isOn }));
    press(true);
    await expect.element(screen.getByText('Caps Lock is on')).toBeVisible();
    press(false);
    await expect.element(screen.getByText('Caps Lock is on')).not.toBeInTheDocument();
  });

  it('a page made by a server is taken over as it is, and the form follows', async () => {
    const client = createAuthClient({ tenantId: 'abcd1234', baseUrl: '/v0/', autoRefresh: false });
    const widget = <SignInWidget client={client} {...givenFlow({ authentication })} />;
    const place = document.createElement('div');
    document.body.append(place);
    place.innerHTML = renderToString(widget);
    expect(place.querySelector('[data-view=loading]')).not.toBeNull();
    const complaints = vi.fn<(error: unknown) => void>();
    const root = hydrateRoot(place, widget, { onRecoverableError: complaints });
    onTestFinished(() => {
      root.unmount();
      place.remove();
      client.close();
    });
    await expect.poll(() => place.querySelector('input[type=password]')).not.toBeNull();
    expect(complaints).not.toHaveBeenCalled();
  });
});

describe('a server that answers wrongly', () => {
  const html = { status: 200, body: '<html>It works!</html>' as unknown as object };

  it.each<[string, FixtureAnswer]>([
    ['another page', html],
    ['nothing', { status: 200, body: {} }],
    ['tokens that are none', { status: 200, body: { tokens: { access: 7 } } }],
    ['an error of its own', { status: 502, body: [] }],
  ])('with %s: the form stays with what was typed, and nobody is signed in', async (_, answer) => {
    const { screen, client, visits } = await mountWidget({
      [modeRoute]: flowOf(PASSWORD),
      'POST {t}/auth/basic': answer,
    });
    await logIn(screen);
    await expect.element(screen.getByRole('alert')).toBeVisible();
    await expect.element(screen.getByLabelText('Email address or username')).toHaveValue('ada');
    expect([client.snapshot().isSignedIn, visits]).toEqual([false, []]);
  });

  it('with another page in the place of the flow: it says so and asks again', async () => {
    const { screen } = await mountWidget({
      [modeRoute]: (_, count) => (count === 1 ? html : flowOf(PASSWORD)),
    });
    await screen.getByRole('button', { name: 'Retry' }).click();
    await expect.element(screen.getByLabelText('Password', { exact: true })).toBeVisible();
  });
});

describe('hooks', () => {
  it('follow the session: who, which roles, and where people belong', async () => {
    const { screen, client, visits } = await mountWidget({
      [modeRoute]: flowOf(PASSWORD),
      'POST {t}/auth/basic': signOn(),
      'GET self': { status: 200, body: { tenant: {} } },
    });
    const who = await render(<Who client={client} />);
    await expect.element(who.getByText('Signed out')).toBeVisible();
    await render(<ForMembers client={client} />);
    await expect.poll(() => visits).toEqual(['/sign-in']);
    await logIn(screen);
    await expect.element(who.getByText('Ada Łovelace, admin')).toBeVisible();
    await render(<ForOthers client={client} />);
    // The widget goes on by itself as well, before or after.
    await expect.poll(() => visits).toContain('/home-of-mine');
  });
});

function Who({ client }: { client: AuthClient }) {
  const { isSignedIn, user } = useSession(client);
  const isAdmin = useHasRole(client, 'admin');
  return <p>{isSignedIn ? `${user?.name}, ${isAdmin ? 'admin' : 'nobody'}` : 'Signed out'}</p>;
}

function ForOthers({ client }: { client: AuthClient }) {
  useRedirectIfLoggedIn(client, '/home-of-mine');
  return null;
}

function ForMembers({ client }: { client: AuthClient }) {
  useRedirectIfLoggedOut(client, '/sign-in');
  return null;
}

/** What browsers do when they translate: every text is put into elements of theirs. */
function translate(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let at = walker.nextNode(); at; at = walker.nextNode()) texts.push(at as Text);
  for (const text of texts) {
    if (!text.data.trim()) continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }
}
