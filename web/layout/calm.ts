import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

type Card = (onClose: () => void) => ReactNode;

/** The card that waits for the next calm moment. A newer card replaces it. */
export const waiting = createStore<{ readonly card: Card | null }>(() => ({ card: null }));

/** Shows a card as soon as the player is not busy, on whatever page is open then. The card goes when the session ends. */
export function showWhenCalm(card: Card): void {
  waiting.setState({ card });
}

/** Whether a ticket is being built: nothing may lie over it then. */
export function isBuilding(): boolean {
  return document.querySelector('[data-busy="true"]') !== null;
}
