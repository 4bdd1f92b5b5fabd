import { useCallback, useSyncExternalStore } from 'react';

/** Below this the rail becomes a bottom bar and the week a list of days. */
export const NARROW = '(max-width: 767px)';

/** From here on the details of a cell stand beside the sheet. */
export const WIDE = '(min-width: 1536px)';

/** The browser keeps an account of each that it is asked for, and asking costs more than looking. */
const asked = new Map<string, MediaQueryList>();

/** Whether a media query holds, followed as it changes. */
export function useMedia(query: string): boolean {
  const media = asked.get(query) ?? matchMedia(query);
  asked.set(query, media);
  const subscribe = useCallback(
    (listener: () => void) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
}
