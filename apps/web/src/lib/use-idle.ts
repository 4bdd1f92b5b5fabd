import { useEffect, useState } from 'react';

/** Long enough for the first screen to be there; the same pause as before neighbouring weeks are fetched. */
const SETTLED_MILLISECONDS = 1_500;

/** False at first, true once a page has been open for a moment: for what is seen later and may load later. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsIdle(true), SETTLED_MILLISECONDS);
    return () => clearTimeout(timer);
  }, []);
  return isIdle;
}
