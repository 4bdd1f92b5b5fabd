import { startTransition, useEffect, useState } from 'react';

/** Long enough for the first screen to be there; the same pause as before neighbouring weeks are fetched. */
const SETTLED_MILLISECONDS = 1_500;

/** After the first screen has been seen. */
const SEEN_MILLISECONDS = 100;

/** False at first, true once a page has been open for a moment: for what is seen later and may load later. */
export const useIdle = () => useLater(SETTLED_MILLISECONDS);

/** False at first, true once the first screen is there: for what helps only who begins to type. */
export const useSeen = () => useLater(SEEN_MILLISECONDS);

function useLater(milliseconds: number): boolean {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    // Drawn in pieces, between which keys and fingers are heard.
    const begin = () => startTransition(() => setIsTime(true));
    const timer = setTimeout(begin, milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isTime;
}
