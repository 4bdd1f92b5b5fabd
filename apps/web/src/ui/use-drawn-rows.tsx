import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { lists as text } from '../messages/lists.ts';
import { Button } from './button.tsx';
import styles from './list-page.module.css';

/** Rows that are drawn at once: more than anybody sees, few enough to be there at once. */
const AT_ONCE = 120;
/** More are drawn before whoever scrolls comes to the end. */
const AHEAD = '800px';

/**
 * The first rows of a long list, and more of them as its end comes into view. The button is for the keyboard and for who
 * does not see: it says how many there are, and leads to the first new row.
 */
export function useDrawnRows<Item>(rows: readonly Item[]): {
  drawn: readonly Item[];
  table: RefObject<HTMLTableElement | null>;
  more: ReactNode;
} {
  const [count, setCount] = useState(AT_ONCE);
  const table = useRef<HTMLTableElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const isCut = rows.length > count;
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
  }, [isCut, count]);
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
