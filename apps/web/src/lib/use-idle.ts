import { startTransition, useEffect, useState } from 'react';

/** Long enough for the first screen to be there; the same pause as before neighbouring weeks are fetched. */
const SETTLED_MILLISECONDS = 1_500;

/** False at first, true once a page has been open for a moment: for what is seen later and may load later. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    // Drawn in pieces, between which keys and fingers are heard.
    const begin = () => startTransition(() => setIsIdle(true));
    const timer = setTimeout(begin, SETTLED_MILLISECONDS);
    return () => clearTimeout(timer);
  }, []);
  return isIdle;
}
