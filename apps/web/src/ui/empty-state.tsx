import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './drawing.tsx';
import styles from './empty-state.module.css';

export type EmptyStateProps = {
  title: string;
  text?: string;
  /** What kind of nothing it is. */
  drawing?: DrawingName;
  action?: ReactNode;
  /** It is the whole page, whose heading it is then. */
  isPage?: boolean;
};

/** One drawing, one sentence and one primary action. */
export function EmptyState({ title, text, drawing = 'empty', action, isPage = false }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className={styles.empty}>
      <Drawing name={drawing} />
      <Heading>{title}</Heading>
      {text ? <p>{text}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
