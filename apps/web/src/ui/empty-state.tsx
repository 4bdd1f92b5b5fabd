import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './drawing.tsx';
import styles from './empty-state.module.css';

export type EmptyStateProps = {
  title: string;
  text?: string;
  /** What kind of nothing it is. */
  drawing?: DrawingName;
  action?: ReactNode;
};

/** One drawing, one sentence and one primary action. */
export function EmptyState({ title, text, drawing = 'empty', action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Drawing name={drawing} />
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
