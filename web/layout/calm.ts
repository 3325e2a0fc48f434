import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

type Card = (onClose: () => void) => ReactNode;

/** The card that waits for the next calm moment. A newer card replaces it. */
export const waiting = createStore<{ readonly card: Card | null }>(() => ({ card: null }));

/** Shows a card once nobody is busy, whatever page is there then. What shows it is gone with the session. */
export function showWhenCalm(card: Card): void {
  waiting.setState({ card });
}
