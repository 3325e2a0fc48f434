import { useSyncExternalStore } from 'react';

/**
 * The server's clock in the browser. Countdowns never trust the phone's clock. Every answer with the server's time gives
 * bounds for the offset. The bounds are intersected, so that the estimate only improves.
 */

/** How far the server may be ahead of this device, in milliseconds. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Null until the server has answered. */
let bounds: Bounds | null = null;
/** The latest time that was shown. A better estimate may be a little earlier, but a draw that has closed stays closed. */
let latest = 0;

/** The server's time, in milliseconds since 1970. Until the server has answered, the device's time. */
export function serverNow(): number {
  return onServer(Date.now());
}

/** Converts a time of this device's clock to the server's clock. */
export function onServer(deviceTime: number): number {
  return deviceTime + (bounds ? (bounds.least + bounds.most) / 2 : 0);
}

/**
 * Records a time that the server wrote between `sentAt` and `receivedAt`, both on this device's clock.
 * `precision` is how much later than `serverTime` it may really have been, such as 1,000 for a Date header.
 */
export function noteServerTime(serverTime: number, sentAt: number, receivedAt = Date.now(), precision = 1): void {
  if (!Number.isFinite(serverTime)) return;
  const heard = { least: serverTime - receivedAt, most: serverTime + precision - sentAt };
  const both = bounds && intersect(bounds, heard);
  if (!both) latest = 0;
  bounds = both ?? heard;
  notify();
}

/** Disjoint bounds mean that the device's clock was changed in between: then only the new ones are valid. */
function intersect(a: Bounds, b: Bounds): Bounds | null {
  const least = Math.max(a.least, b.least);
  const most = Math.min(a.most, b.most);
  return least <= most ? { least, most } : null;
}

/**
 * The server's time, rounded down to `every` milliseconds and updated as often; null on the prerendered first render and
 * until the server has answered.
 */
export function useNow(every = second): number | null {
  return useAtServerTime((now) => now && Math.floor(now / every) * every);
}

/**
 * The result of `read` for the server's time, every second. The component renders again only when that changes: on a
 * slow phone such renders are most of the work of an idle page.
 */
export function useAtServerTime<T extends string | number | null | undefined>(read: (now: number | null) => T): T {
  return useSyncExternalStore(
    subscribe,
    () => read(shownNow()),
    () => read(null),
  );
}

/** The server's time as pages show it, which does not go back where an answer improves the estimate; null until the server has answered. */
export function shownNow(): number | null {
  return bounds && (latest = Math.max(latest, serverNow()));
}

const second = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout>;

/** All subscribers share one timer, so that each second renders the page once. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) waitForNextSecond();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

function waitForNextSecond() {
  timer = setTimeout(
    () => {
      notify();
      waitForNextSecond();
    },
    second - (serverNow() % second) + 1,
  );
}

function notify() {
  for (const listener of listeners) listener();
}
