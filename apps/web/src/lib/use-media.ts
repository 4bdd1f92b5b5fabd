import { useCallback, useSyncExternalStore } from 'react';

/** Below this the rail becomes a bottom bar and the week a list of days. */
export const NARROW = '(max-width: 767px)';

/** From here on the details of a cell stand beside the sheet. */
export const WIDE = '(min-width: 1536px)';

/** Whether a media query holds, followed as it changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
