import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';

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
  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    // What the dialog was opened for comes before the button that closes it.
    dialog?.querySelector<HTMLElement>(FIELDS)?.focus();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
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
