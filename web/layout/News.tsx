import { useEffect, type ReactNode } from 'react';
import { listen } from '#web/api/client-stream.ts';
import { listenToDraws } from '#web/api/stream.ts';
import { useToken } from '#web/api/token.ts';
import { followReach } from './reach.ts';
import { Strip } from './Strip.tsx';

/**
 * Receives what happens while a page is open: to draws, once the page has all else to the client's own account, and to the network,
 * which it tells.
 */
export default function News({ own }: { own: boolean }): ReactNode {
  const token = useToken();
  useEffect(followReach, []);
  useEffect(listenToDraws, []);
  useEffect(() => (own && token !== null ? listen(token) : undefined), [own, token]);
  return <Strip />;
}
