import { useEffect } from 'react';
import { useHash } from '#ui/Link.tsx';

/** Belongs beside a page's content: scrolls to the heading that the address's hash names, and marks the time for the bench. */
export function Ready() {
  const hash = useHash();
  useEffect(() => void performance.mark('ready'), []);
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return null;
}
