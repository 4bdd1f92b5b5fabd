import { useState } from 'react';
import type { Theme } from '../theme/theme.ts';
import { FixtureView } from './fixture-view.tsx';
import { FIXTURES } from './fixtures.ts';

/** What the gallery can be set to; each is a query parameter, so that a picture has an address. */
export interface GallerySettings {
  screen: string;
  scheme: NonNullable<Theme['colorScheme']>;
  size: string;
  style: string;
  locale: string;
}

const CHOICES: { readonly [Name in keyof GallerySettings]: readonly string[] } = {
  screen: ['all', ...FIXTURES.map(({ id }) => id)],
  scheme: ['light', 'dark', 'auto'],
  size: ['normal', 'compact', 'mini', 'spaced', 'large'],
  style: [
    'plain',
    'rounded',
    'squared',
    'gradientButtons',
    'raisedButtons',
    'dottedOutlines',
    'hideSecuredMessage',
  ],
  locale: ['en-US', 'de-DE'],
};
const NAMES = Object.keys(CHOICES) as (keyof GallerySettings)[];

/** Every screen of the widget in every theme and size, for people and for the tests that look at it. */
export function WidgetGallery({ search = readSearch() }: { search?: string }) {
  const [settings, setSettings] = useState(() => readSettings(search));
  const theme = themeOf(settings);
  const shown = FIXTURES.filter(({ id }) => settings.screen === 'all' || settings.screen === id);

  function choose(name: keyof GallerySettings, value: string): void {
    const next = { ...settings, [name]: value };
    setSettings(next as GallerySettings);
    window.history.replaceState(window.history.state, '', `?${new URLSearchParams(next)}`);
  }

  return (
    <main className={`latchkey-gallery latchkey-gallery-${settings.scheme}`}>
      <h1>Latchkey widget</h1>
      <div className="latchkey-gallery-bar">
        {NAMES.map((name) => (
          <label key={name}>
            {name}{' '}
            <select value={settings[name]} onChange={(event) => choose(name, event.target.value)}>
              {CHOICES[name].map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <div className="latchkey-gallery-grid">
        {shown.map((fixture) => (
          <article key={fixture.id} data-fixture={fixture.id}>
            <h2>{fixture.id}</h2>
            <FixtureView fixture={fixture} theme={theme} locale={settings.locale} />
          </article>
        ))}
      </div>
    </main>
  );
}

function readSearch(): string {
  return typeof window === 'undefined' ? '' : window.location.search;
}

function readSettings(search: string): GallerySettings {
  const query = new URLSearchParams(search);
  const read = (name: keyof GallerySettings) => {
    const value = query.get(name) ?? '';
    return CHOICES[name].includes(value) ? value : (CHOICES[name][0] ?? '');
  };
  return Object.fromEntries(NAMES.map((name) => [name, read(name)])) as unknown as GallerySettings;
}

function themeOf({ scheme, size, style }: GallerySettings): Theme {
  return {
    colorScheme: scheme,
    ...(size === 'normal' ? {} : { size: size as NonNullable<Theme['size']> }),
    extras: style === 'plain' ? {} : { [style]: true },
  };
}
