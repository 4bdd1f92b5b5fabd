import { useLocation } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { lists as text } from '../messages/lists.ts';
import { Button } from './button.tsx';
import styles from './list-page.module.css';

/** Rows that are drawn at once: more than anybody sees, few enough to be there at once. */
const AT_ONCE = 120;
/** More are drawn before whoever scrolls comes to the end. */
const AHEAD = '800px';

/** How many were drawn, by the entries of the history: who comes back to one finds its rows where they were. */
const drawnAt = new Map<string, number>();

/** Known as long as the page is the one at which it began: on the way to another, the address is that one's already. */
function useRememberedCount(): [number, (count: number) => void] {
  const { pathname, entry } = useLocation({
    select: ({ pathname: path, state }) => ({ pathname: path, entry: state.__TSR_key ?? '' }),
  });
  const begun = useRef(pathname);
  const [count, setCount] = useState(() => drawnAt.get(entry) ?? AT_ONCE);
  useEffect(() => {
    if (pathname === begun.current && count > AT_ONCE) drawnAt.set(entry, count);
  }, [pathname, entry, count]);
  return [count, setCount];
}

/** What is printed is all there is: the browser asks before it looks at the page. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/**
 * The first rows of a long list, and more of them as its end comes into view. The button is for the keyboard and for who
 * does not see: it says how many there are, and leads to the first new row.
 */
export function useDrawnRows<Item>(rows: readonly Item[]): {
  drawn: readonly Item[];
  table: RefObject<HTMLTableElement | null>;
  more: ReactNode;
} {
  const [count, setCount] = useRememberedCount();
  const isPrinting = useIsPrinting();
  const table = useRef<HTMLTableElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const isCut = rows.length > count && !isPrinting;
  useEffect(() => {
    if (!isCut || !end.current) return;
    const watcher = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) setCount(count + AT_ONCE);
      },
      { rootMargin: AHEAD },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [isCut, count, setCount]);
  const drawMore = () => {
    flushSync(() => setCount(count + AT_ONCE));
    const row = table.current?.tBodies[0]?.rows[count];
    row?.querySelector<HTMLElement>('a, button, input')?.focus();
  };
  return {
    drawn: isCut ? rows.slice(0, count) : rows,
    table,
    more: isCut ? (
      <div ref={end} className={styles.more}>
        <Button onClick={drawMore}>{text.more(count, rows.length)}</Button>
      </div>
    ) : null,
  };
}
