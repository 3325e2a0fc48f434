import { useEffect } from 'react';
import { useHash } from '#ui/Link.tsx';

export let tellReady: () => void;
/** Resolves once the first page shows its content, or is known to have failed. */
export const whenReady = new Promise<void>((resolve) => (tellReady = resolve));

/** Belongs beside a page's content: scrolls to the heading that the address's hash names, and marks the time for the bench. */
export function Ready() {
  const hash = useHash();
  useEffect(() => {
    performance.mark('ready');
    tellReady();
  }, []);
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return null;
}
