import { useEffect, useState } from 'react';
import { pageTitle } from '../lib/page-title.ts';
import { keepFocus } from '../ui/kept-focus.ts';

/**
 * For who works by keys or by ear, on every page: the focus stays where the work is, and another page or another week is told,
 * as a document that is loaded would be.
 */
export function AccessAids() {
  const [told, setTold] = useState('');
  useEffect(keepFocus, []);
  useEffect(() => {
    let known = pageTitle();
    const observer = new MutationObserver(() => {
      const title = pageTitle();
      if (title === known) return;
      known = title;
      setTold(title);
    });
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, []);
  return (
    <p className="visually-hidden" role="status">
      {told}
    </p>
  );
}
