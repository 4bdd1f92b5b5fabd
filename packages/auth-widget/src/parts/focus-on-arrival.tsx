import { useEffect, useRef } from 'react';

/**
 * A new screen takes the focus: its first field, else its title. Rendered beside the screen, so that it waits for parts
 * that load; one per screen, by key. The first screen of a page leaves the focus alone.
 */
export function FocusOnArrival({ isWanted }: { isWanted: boolean }) {
  const marker = useRef<HTMLSpanElement>(null);
  const wanted = useRef(isWanted);
  useEffect(() => {
    if (!wanted.current) return;
    const root = marker.current?.closest<HTMLElement>('[data-part="root"]');
    const field = root?.querySelector<HTMLElement>('form input:not([type="hidden"])');
    (field ?? root?.querySelector<HTMLElement>('[data-part="title"]'))?.focus();
  }, []);
  return <span ref={marker} hidden />;
}
