import type { Theme } from '@latchkey/widget';

/** The sign-in widget in the product's dress. */
export const widgetLook: Theme = {
  fontFamily: "'Nunito', 'Nunito fallback', system-ui, sans-serif",
  colors: {
    dark: '#6435be',
    accent: '#7c51db',
    lightBackground: '#ffffff',
    darkBackground: '#1b1a18',
  },
};
