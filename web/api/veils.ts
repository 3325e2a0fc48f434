import { useSyncExternalStore } from 'react';
import { onServer, serverNow } from '#web/clock/clock.ts';

/**
 * Who opens a page while the balls of a draw fall has no older balance, which could stay (outcomes.ts). Then a veil hides
 * the one there is until the last ball, or until the balls are skipped.
 */

/** From when on answers tell too much, in milliseconds since 1970 on the server's clock. */
const veils = new Set<{ readonly from: number }>();
const listeners = new Set<() => void>();

/** Until the first page is there, nobody knows whether it has a stage. */
let endOpening: (() => void) | null = veilOutcomes(0);

/** The first page is there, or will not come. */
export function noteOpened(): void {
  endOpening?.();
  endOpening = null;
}

/**
 * Hides what was answered since an instant. By default that is now, and everything while the first page opens.
 *
 * @param from in milliseconds since 1970, on the server's clock
 * @returns a function that ends it
 */
export function veilOutcomes(from = endOpening ? 0 : serverNow()): () => void {
  const veil = { from };
  veils.add(veil);
  notify();
  // Later, because another veil may follow at once.
  return () =>
    void setTimeout(() => {
      veils.delete(veil);
      notify();
    });
}

/** @param answeredAt in milliseconds since 1970, on this device's clock */
export function isVeiled(answeredAt: number): boolean {
  return Array.from(veils).some(({ from }) => onServer(answeredAt) >= from);
}

export function useIsVeiled(answeredAt: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isVeiled(answeredAt),
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
