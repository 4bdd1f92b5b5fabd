import { useEffect, useRef } from 'react';

/** `Ctrl+Enter` hands the week in, also from a cell; null while there is nothing to hand in. */
export function useSubmitKey(submit: (() => void) | null): void {
  const latest = useRef(submit);
  latest.current = submit;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPressed = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
      // In a text of several lines the keys are its own.
      const isElsewhere =
        event.target instanceof HTMLTextAreaElement || document.querySelector('dialog[open]') !== null;
      if (!isPressed || event.repeat || isElsewhere) return;
      latest.current?.();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
