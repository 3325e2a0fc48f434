import { useEffect, type ReactNode } from 'react';
import { listen } from '#web/api/client-stream.ts';
import { listenToDraws } from '#web/api/stream.ts';
import { useToken } from '#web/api/token.ts';
import { session } from '#web/storage/storage.ts';
import { followReach } from './reach.ts';
import { Strip } from './Strip.tsx';

/** Fills in again what was typed before the language was changed. Few clients do that, so its code is loaded only then. */
async function fillCarried(): Promise<void> {
  if (session.getItem('carried.fields') === null) return;
  (await import('./carried-fields.ts')).fillCarriedFields();
}

/**
 * Receives what happens while a page is open: to draws, once the page has all else to the client's own account, and to the network,
 * which it tells.
 */
export default function News({ own }: { own: boolean }): ReactNode {
  const token = useToken();
  useEffect(followReach, []);
  useEffect(() => void fillCarried(), []);
  useEffect(listenToDraws, []);
  useEffect(() => (own && token !== null ? listen(token) : undefined), [own, token]);
  return <Strip />;
}
