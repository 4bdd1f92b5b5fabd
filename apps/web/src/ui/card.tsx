import type { ReactNode } from 'react';
import styles from './card.module.css';

/** A quiet panel with an optional heading. */
export function Card({
  title,
  text,
  children,
  action,
}: {
  title?: string;
  text?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <section className={styles.card}>
      {title || action ? (
        <header className={styles.header}>
          {title ? <h2>{title}</h2> : null}
          {action}
        </header>
      ) : null}
      {text ? <p className={styles.text}>{text}</p> : null}
      {children}
    </section>
  );
}
