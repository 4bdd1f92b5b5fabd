import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { focusBefore, giveFocusBack } from './focus-return.ts';

/** What was typed before its field was there. */
let typed = '';

/**
 * Puts what was typed meanwhile into the field that has come, as if it had been typed there. To be called from a layout
 * effect: later a key could come between, and what is read while drawing may be older than what is typed by the end of it.
 */
export function takeTyped(field: Element | null | undefined): void {
  const text = typed;
  typed = '';
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (text === '' || !isText || field.selectionStart === null) return;
  const { selectionStart: start, selectionEnd: end } = field;
  // Once React is through with drawing, before any other key.
  queueMicrotask(() => {
    field.setRangeText(text, start, end ?? start, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
}

export type TypingAheadProps = {
  /** Of the field to come. */
  label: string;
  /** Esc. */
  onLeave: () => void;
};

/**
 * Stands in for a field that is still being fetched: takes the keys meanwhile, so that none is lost and none is taken for a
 * shortcut of the page. What comes takes them with `takeTyped`.
 */
export function TypingAhead({ label, onLeave }: TypingAheadProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = focusBefore();
    typed = '';
    field.current?.focus();
    return () => giveFocusBack(before);
  }, []);
  return (
    <input
      ref={field}
      className="visually-hidden"
      aria-label={label}
      aria-busy
      onChange={(event) => {
        typed = event.target.value;
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        // There is no next field yet; what comes after Tab is not meant for the page behind.
        if (event.key === 'Tab') event.preventDefault();
        if (event.key !== 'Escape') return;
        typed = '';
        onLeave();
      }}
    />
  );
}

/** A dialog that may have to be fetched first: what is typed meanwhile goes into its first field. */
export function DialogToCome({ label, onLeave, children }: TypingAheadProps & { children: ReactNode }) {
  return <Suspense fallback={<TypingAhead label={label} onLeave={onLeave} />}>{children}</Suspense>;
}
