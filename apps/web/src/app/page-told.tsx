import { useEffect, useState } from 'react';
import { pageTitle } from '../lib/page-title.ts';

/** Tells who hears the application that another page is open, or another week: a document that is loaded would have said so. */
export function PageTold() {
  const [told, setTold] = useState('');
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
