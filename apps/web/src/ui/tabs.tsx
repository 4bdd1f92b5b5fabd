import type { ReactNode } from 'react';
import styles from './tabs.module.css';

/** Links to the parts of a page, in the address: the current one is marked by `aria-current`. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
