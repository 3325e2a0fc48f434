import { useEffect } from 'react';
import { listen } from '#web/api/client-stream.ts';
import { listenToDraws } from '#web/api/stream.ts';
import { useToken } from '#web/api/token.ts';

/** Receives what happens while a page is open: to draws, and once the page has all else to the client's own account. */
export default function News({ own }: { own: boolean }): null {
  const token = useToken();
  useEffect(listenToDraws, []);
  useEffect(() => (own && token !== null ? listen(token) : undefined), [own, token]);
  return null;
}
