import { type ReactNode, useEffect, useRef } from 'react';
import styles from './tabs.module.css';

/**
 * Links to the parts of a page, in the address: the current one is marked by `aria-current`, and is brought into view where
 * not all of them have room.
 */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  const shown = useRef<Element | null>(null);
  // Which one it is, the links know: this looks after each drawing, and moves only when it is another one.
  useEffect(() => {
    const row = nav.current;
    const current = row?.querySelector<HTMLElement>('[aria-current]') ?? null;
    if (!row || current === shown.current) return;
    shown.current = current;
    if (current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  });
  return (
    <nav ref={nav} className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
