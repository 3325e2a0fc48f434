import { useEffect, useState } from 'react';

/**
 * How long a call to the server takes, there and back, in milliseconds: the slower one of the last two, and 0 until one was seen. The browser
 * measures each call, and the page asks for the balance every ten seconds.
 */
export function useAnswerMs(): number {
  const [last, setLast] = useState<readonly number[]>([]);
  useEffect(() => {
    const observer = new PerformanceObserver((list) => {
      const calls = list.getEntries().filter(({ name }) => isCall(name));
      if (calls.length > 0) setLast((before) => [...before, ...calls.map(({ duration }) => duration)].slice(-2));
    });
    observer.observe({ type: 'resource', buffered: true });
    return () => observer.disconnect();
  }, []);
  return Math.max(0, ...last);
}

/** A stream's answer begins at once, and ends with the page. */
const isCall = (address: string) => new URL(address).pathname.startsWith('/api/') && !address.includes('/stream');
