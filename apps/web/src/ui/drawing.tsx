import type { ReactNode } from 'react';
import styles from './drawing.module.css';

export type DrawingName = 'empty' | 'error' | 'offline' | 'notFound' | 'done';

/** The mark, an open ring with a hand, drawn into five states of a page. */
const drawings: Record<DrawingName, ReactNode> = {
  /** A sheet that waits for the first figure. */
  empty: (
    <>
      <rect className={styles.paper} x="22" y="12" width="68" height="56" rx="8" />
      <path className={styles.rule} d="M34 28h26M34 40h40M34 52h18" />
      <circle className={styles.disc} cx="88" cy="24" r="15" />
      <path className={styles.ring} d="M88 16.500a7.500 7.500 0 1 0 7.500 7.500" />
      <path className={styles.hand} d="M88 20v4l3 2.200" />
    </>
  ),
  /** The ring is broken in two. */
  error: (
    <>
      <rect className={styles.paper} x="16" y="14" width="80" height="52" rx="8" />
      <path className={styles.bold} d="M50 23a17 17 0 0 0 0 34" />
      <path className={styles.bold} d="M63 57a17 17 0 0 0 0-34" />
      <path className={styles.alarm} d="m60 26-7 13h8l-7 14" />
    </>
  ),
  /** The ring, and the waves that do not reach it. */
  offline: (
    <>
      <circle className={styles.disc} cx="56" cy="52" r="14" />
      <path className={styles.ring} d="M56 45.500a6.500 6.500 0 1 0 6.500 6.500" />
      <path className={styles.faint} d="M36 34a28 28 0 0 1 40 0M26 23a43 43 0 0 1 60 0" />
      <path className={styles.alarm} d="M28 66 84 12" />
    </>
  ),
  /** A path that ends before the ring. */
  notFound: (
    <>
      <path className={styles.faint} d="M10 62c18-2 14-22 30-24" />
      <path className={styles.dots} d="M48 36c8-3 8-10 16-13" />
      <circle className={styles.disc} cx="84" cy="24" r="16" />
      <path
        className={styles.hand}
        d="M79.500 20.500a4.500 4.500 0 1 1 6.500 4c-1.300.7-2 1.400-2 3m0 4v.2"
      />
      <path className={styles.rule} d="M18 72h76" />
    </>
  ),
  /** The ring is closed. */
  done: (
    <>
      <rect className={styles.paper} x="22" y="14" width="68" height="52" rx="8" />
      <circle className={styles.good} cx="56" cy="40" r="18" />
      <path className={styles.tick} d="m47.500 40.500 6 6 11-12.500" />
      <path className={styles.rule} d="M96 20l4-4M14 60l-4 4M98 58l4 3M14 22l-4-3" />
    </>
  ),
};

/** A drawing over a sentence that says the same. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg width="112" height="80" viewBox="0 0 112 80" fill="none" aria-hidden="true" focusable="false">
      {drawings[name]}
    </svg>
  );
}
