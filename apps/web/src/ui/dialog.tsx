import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { focusBefore, giveFocusBack } from './focus-return.ts';
import { takeTyped } from './typing-ahead.tsx';

export type DialogProps = {
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot. */
  footer?: ReactNode;
  size?: 'small' | 'medium';
  /** In the middle, or as a drawer at the side with the page still in sight. */
  placement?: 'middle' | 'side';
  /** The elements that say what it is about, by their ids: read after its title, wherever it begins. */
  describedBy?: string;
};

const FIELDS = 'input:not(:disabled, [hidden]), textarea:not(:disabled), select:not(:disabled)';
const STRUCTURES = 'table, ul, ol, dl';

const NAMED = '[data-first]:not(:disabled)';

/**
 * What has the focus first: the control that the dialog names by `data-first`; else its first field; else, of a question, the
 * first button at its foot; else the heading, from where the rest is read. Never the button that closes it, which says nothing.
 * A question without a field begins its foot with what changes nothing: Enter may be on its way before it was read.
 */
function firstOf(dialog: HTMLDialogElement): { field: HTMLElement | null; button: HTMLElement | null } {
  const field = dialog.querySelector<HTMLElement>(NAMED) ?? dialog.querySelector<HTMLElement>(FIELDS);
  const isToBeRead = dialog.querySelector(STRUCTURES) !== null;
  const button = dialog.querySelector<HTMLElement>(':scope > footer button:not(:disabled)');
  return { field, button: field || isToBeRead ? null : button };
}

/** A modal dialog. The browser traps focus, gives it back on closing, and closes it with Esc. */
export function Dialog({
  title,
  closeLabel,
  onClose,
  children,
  footer,
  size = 'small',
  placement = 'middle',
  describedBy,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const bodyId = useId();
  const [isQuestion, setIsQuestion] = useState(false);
  // Open before any other key: with the first paint, the next one could be typed into the page behind.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = focusBefore();
    if (dialog && !dialog.open) dialog.showModal();
    if (dialog) {
      const { field, button } = firstOf(dialog);
      (field ?? button ?? heading.current)?.focus();
      setIsQuestion(button !== null);
      takeTyped(field);
    }
    return () => giveFocusBack(before);
  }, []);
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-size={size}
      data-placement={placement}
      aria-labelledby={titleId}
      // Who begins at a button hears first what it is about.
      aria-describedby={describedBy ?? (isQuestion ? bodyId : undefined)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header className={styles.header}>
        <h2 ref={heading} id={titleId} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="close" label={closeLabel} onClick={onClose} />
      </header>
      <div id={bodyId} className={styles.body}>
        {children}
      </div>
      {footer ? <footer className={styles.footer}>{footer}</footer> : null}
    </dialog>
  );
}
