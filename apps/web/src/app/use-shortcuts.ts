import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isTyping } from '../lib/is-typing.ts';
import type { Overlay } from './overlay.ts';
import { pages } from './pages.ts';

const GO_MILLISECONDS = 1_500;

/** Keys that work everywhere; single ones only while nobody types (WCAG 2.2, 2.1.4). */
export function useShortcuts(onOpen: (overlay: Overlay) => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let goUntil = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return onOpen('palette');
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '?') return onOpen('keys');
      if (event.key.toLowerCase() === 'g') {
        goUntil = event.timeStamp + GO_MILLISECONDS;
        return;
      }
      const target = pages.find(({ key }) => key?.toLowerCase() === event.key.toLowerCase());
      if (event.timeStamp < goUntil && target) {
        event.preventDefault();
        event.stopImmediatePropagation();
        void navigate({ to: target.path, search: {} });
      }
      goUntil = 0;
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [navigate, onOpen]);
}
