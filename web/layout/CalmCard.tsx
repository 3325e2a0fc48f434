import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { basket } from '#web/basket/basket.ts';
import { isBuilding, waiting } from './calm.ts';

/** In milliseconds. The stage has been read by then. */
const lookEvery = 2_000;

/** The place of the cards that wait for a calm moment. */
export function CalmCard(): ReactNode {
  const { card } = useSyncExternalStore(waiting.subscribe, waiting.getState);
  const [shown, setShown] = useState<typeof card>(null);
  useEffect(() => {
    if (!card) return;
    const timer = setInterval(() => {
      if (!isCalm()) return;
      waiting.setState({ card: null });
      setShown(() => card);
    }, lookEvery);
    return () => clearInterval(timer);
  }, [card]);
  return shown?.(() => setShown(null));
}

/** Nobody builds a ticket, pays for some, or reads another dialog. */
function isCalm(): boolean {
  const isPaying = location.pathname.endsWith('/checkout') && basket.items().length > 0;
  return !document.hidden && !isPaying && !isBuilding() && !document.querySelector('dialog[open]');
}
