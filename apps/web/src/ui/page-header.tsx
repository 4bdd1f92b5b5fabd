import { type ReactNode, useEffect } from 'react';
import styles from './page-header.module.css';

/** Title, what filters the page, and its one primary action. */
export function PageHeader({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Stint`;
  }, [title]);
  return (
    <header className={styles.header}>
      <h1>{title}</h1>
      <div className={styles.middle}>{children}</div>
      {action}
    </header>
  );
}
