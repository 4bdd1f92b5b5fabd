import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
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
};

const FIELDS = 'input:not(:disabled, [hidden]), textarea:not(:disabled), select:not(:disabled)';

/** A modal dialog. The browser traps focus, gives it back on closing, and closes it with Esc. */
export function Dialog({
  title,
  closeLabel,
  onClose,
  children,
  footer,
  size = 'small',
  placement = 'middle',
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Open before any other key: with the first paint, the next one could be typed into the page behind.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = focusBefore();
    if (dialog && !dialog.open) dialog.showModal();
    // What the dialog was opened for comes before the button that closes it.
    const field = dialog?.querySelector<HTMLElement>(FIELDS);
    field?.focus();
    takeTyped(field);
    return () => giveFocusBack(before);
  }, []);
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-size={size}
      data-placement={placement}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label={closeLabel} onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      {footer ? <footer className={styles.footer}>{footer}</footer> : null}
    </dialog>
  );
}
