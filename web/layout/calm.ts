import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

type Card = (onClose: () => void) => ReactNode;

/** What is shown at the next calm moment. Only the last one waits. */
export const waiting = createStore<{ readonly card: Card | null }>(() => ({ card: null }));

/** Shows a card once nobody is busy, whatever page is there then. What shows it is gone with the session. */
export function showWhenCalm(card: Card): void {
  waiting.setState({ card });
}
