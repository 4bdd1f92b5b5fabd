import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** One sentence and one primary action. */
export function EmptyState({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <svg width="88" height="56" viewBox="0 0 88 56" fill="none" aria-hidden="true" focusable="false">
        <rect className={styles.card} x="14" y="8" width="60" height="42" rx="8" />
        <path className={styles.line} d="M24 21h22M24 30h34M24 39h16" />
        <circle className={styles.disc} cx="68" cy="16" r="12" />
        <path className={styles.hand} d="M68 10v6l4 2.500" />
      </svg>
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
