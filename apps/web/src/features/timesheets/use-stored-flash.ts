import { useEffect, useRef, useState } from 'react';

/** True for a moment after what was typed has reached the server; `end` when the flash has been seen. */
export function useStoredFlash(isUnsaved: boolean): { isStored: boolean; end: () => void } {
  const before = useRef(isUnsaved);
  const [isStored, setIsStored] = useState(false);
  useEffect(() => {
    if (before.current && !isUnsaved) setIsStored(true);
    before.current = isUnsaved;
  }, [isUnsaved]);
  return { isStored, end: () => setIsStored(false) };
}
