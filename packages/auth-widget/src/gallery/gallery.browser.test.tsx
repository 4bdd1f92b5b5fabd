import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import '../styles.css';
import './gallery.css';
import { STATE_PATHS } from '../machine/state-paths.ts';
import { FixtureView } from './fixture-view.tsx';
import { FIXTURES } from './fixtures.ts';
import { WidgetGallery } from './widget-gallery.tsx';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds, in a form that says where. */
async function findProblems(target: Element): Promise<string[]> {
  const { violations } = await axe.run(target, { runOnly: RULES });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target: where }) => `${id}: ${where.join(' ')}`));
}

/** Parts that load on first use have arrived. */
async function settled(container: Element): Promise<void> {
  await expect
    .poll(
      () =>
        [...container.querySelectorAll('[data-fixture]')].filter((each) =>
          each.querySelector('[data-part="loading"]'),
        ).length,
    )
    .toBe(LOADING.length);
}

const LOADING = FIXTURES.filter(({ state }) =>
  ['placeholder', 'loginWithLink', 'ssoProvider.goingToProvider'].includes(state),
);

describe.each(['light', 'dark'])('the gallery in %s colours', (scheme) => {
  it.each(['normal', 'mini', 'large'])('has no accessibility problem in size %s', async (size) => {
    const { container } = await render(<WidgetGallery search={`?scheme=${scheme}&size=${size}`} />);
    await settled(container);
    expect(await findProblems(container)).toEqual([]);
  });

  it.each(['rounded', 'gradientButtons', 'raisedButtons', 'dottedOutlines', 'hideSecuredMessage'])(
    'has no accessibility problem with %s',
    async (style) => {
      const { container } = await render(<WidgetGallery search={`?scheme=${scheme}&style=${style}`} />);
      await settled(container);
      expect(await findProblems(container)).toEqual([]);
    },
  );
});

describe('the gallery', () => {
  it('has selects that can be read in dark, and a mark on each button of a provider', async () => {
    const { container } = await render(<WidgetGallery search="?scheme=dark" />);
    await settled(container);
    const select = container.querySelector('select') as HTMLSelectElement;
    const { color, backgroundColor } = getComputedStyle(select);
    expect([color, backgroundColor]).toEqual(['rgb(255, 255, 255)', 'rgb(29, 31, 51)']);
    const google = () => container.querySelector('[data-part="factor-google"] svg path');
    await expect.poll(google).not.toBeNull();
  });

  it('shows every state that a person can see for longer than a call', () => {
    const shown = new Set(FIXTURES.map(({ state }) => state));
    const passing = /^init\.|sending|resending|verifying|gettingQrCode|confirming|leaving|refreshTokens/;
    const missing = STATE_PATHS.filter((path) => !shown.has(path) && !passing.test(path));
    expect(missing).toEqual(['emailCode.verified']);
  });

  it('fits 320 CSS pixels, which is 200 % zoom of a small window, without scrolling sideways', async () => {
    const narrow = document.createElement('div');
    narrow.style.width = '320px';
    document.body.append(narrow);
    await render(<WidgetGallery search="?locale=de-DE" />, { container: narrow });
    await settled(narrow);
    const wide = [...narrow.querySelectorAll('[data-part="card"] *')].filter(
      (element) => element.getBoundingClientRect().right > narrow.getBoundingClientRect().right + 1,
    );
    expect(wide.map((element) => element.className)).toEqual([]);
    narrow.remove();
  });

  it.each([
    [240, 'latchkey-container-tiny'],
    [250, 'latchkey-container-tiny'],
    [350, 'latchkey-container-small'],
    [400, 'latchkey-container-medium'],
  ])('at %i px has the class %s', async (width, name) => {
    const place = document.createElement('div');
    place.style.width = `${width}px`;
    document.body.append(place);
    const fixture = FIXTURES[1] ?? FIXTURES[0];
    if (!fixture) throw new Error('no fixture');
    await render(<FixtureView fixture={fixture} theme={{}} locale="en-US" />, { container: place });
    await expect.poll(() => place.querySelector('[data-part="root"]')?.classList.contains(name)).toBe(true);
    place.remove();
  });

  it('carries theme colours as properties, never as a style that the server would have to allow', async () => {
    const fixture = FIXTURES[1];
    if (!fixture) throw new Error('no fixture');
    const theme = {
      colors: { dark: '#7b2ff7', accent: 'red;} body{display:none' },
      fontFamily: 'Georgia',
      extras: { myOwn: true },
    };
    const { container } = await render(<FixtureView fixture={fixture} theme={theme} locale="en-US" />);
    const root = container.querySelector<HTMLElement>('[data-part="root"]');
    expect(root?.style.getPropertyValue('--latchkey-dark')).toBe('#7b2ff7');
    expect(root?.style.getPropertyValue('--latchkey-accent')).toBe('');
    expect(root?.classList.contains('latchkey-my-own')).toBe(true);
  });
});
