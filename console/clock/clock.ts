import { useSyncExternalStore } from 'react';

/**
 * The server's clock in this browser: countdowns and ages never trust the desk's own. Each answer's `Date` header tells the
 * server's second, so every answer narrows how far it may be ahead.
 */

/** How far the server may be ahead of this device, in milliseconds. */
let bounds: { readonly least: number; readonly most: number } | null = null;
const listeners = new Set<() => void>();
const second = 1_000;

/** The server's time, in milliseconds since 1970; this device's until the server has answered. */
export function serverNow(): number {
  return Date.now() + (bounds === null ? 0 : (bounds.least + bounds.most) / 2);
}

/**
 * Records a time that the server wrote, to the second, between `sentAt` and `receivedAt` on this device's clock. Bounds that
 * do not meet mean that this device's clock was set in between: then only the new ones count.
 */
export function noteServerTime(serverTime: number, sentAt: number, receivedAt = Date.now()): void {
  if (!Number.isFinite(serverTime)) return;
  const heard = { least: serverTime - receivedAt, most: serverTime + second - sentAt };
  const least = Math.max(bounds?.least ?? heard.least, heard.least);
  const most = Math.min(bounds?.most ?? heard.most, heard.most);
  bounds = least <= most ? { least, most } : heard;
}

/** The server's time, rounded down to the second and renewed with it. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow() / second) * second);
}

let timer: ReturnType<typeof setTimeout>;

/** All subscribers share one timer. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) waitForNextSecond();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

function waitForNextSecond(): void {
  timer = setTimeout(
    () => {
      for (const listener of listeners) listener();
      waitForNextSecond();
    },
    second - (serverNow() % second) + 1,
  );
}
