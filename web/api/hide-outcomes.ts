import { useSyncExternalStore } from 'react';
import { onServer, serverNow } from '#web/clock/clock.ts';

/**
 * A page that is opened while the balls of a draw fall has no older answer to keep showing (hold-outcomes.ts). Then a veil hides the
 * newest answers until the last ball, or until the player skips the balls.
 */

/** From when on answers reveal an outcome, in milliseconds since 1970 on the server's clock. */
const veils = new Set<{ readonly from: number }>();
const listeners = new Set<() => void>();

/** Until the first page has rendered, it is unknown whether it has a stage. */
let endOpening: (() => void) | null = veilOutcomes(0);

/** The first page is there, or will not come. */
export function noteOpened(): void {
  endOpening?.();
  endOpening = null;
}

/**
 * Hides answers from an instant on. By default that is now, and all answers while the first page opens.
 *
 * @param from in milliseconds since 1970, on the server's clock
 * @returns a function that ends it
 */
export function veilOutcomes(from = endOpening ? 0 : serverNow()): () => void {
  const veil = { from };
  veils.add(veil);
  notify();
  // This happens later, because another veil may follow at once.
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
