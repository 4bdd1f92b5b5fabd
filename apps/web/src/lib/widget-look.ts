import type { Theme } from '@latchkey/widget';

/** The sign-in widget in the product's dress. */
export const widgetLook: Theme = {
  fontFamily: "'Nunito', 'Nunito fallback', system-ui, sans-serif",
  colors: {
    // The widget deepens this by a sixth: it comes out as the purple of our own buttons.
    dark: '#9460ff',
    accent: '#7c51db',
    lightBackground: '#ffffff',
    darkBackground: '#1b1a18',
  },
};
