import type { Ticket } from '#contract/bets.ts';
import { serverNow } from '#web/clock/clock.ts';
import { local } from '#web/storage/storage.ts';
import { isRemembered, lastSeenKey } from './token.ts';

/** The client's tickets as last fetched, to be read offline. */
interface LastSeen {
  /** ISO 8601. */
  readonly at: string;
  readonly tickets: readonly Ticket[];
}

const atMost = 24;

/**
 * Stores tickets on a device where the client wants to be remembered, while the client is signed in on it. On other
 * devices, which others may use, nothing is stored.
 */
export function keepLastSeen(tickets: readonly Ticket[]): void {
  if (!isRemembered()) return;
  const seen: LastSeen = { at: new Date(serverNow()).toISOString(), tickets: tickets.slice(0, atMost) };
  local.setItem(lastSeenKey, JSON.stringify(seen));
}

export function readLastSeen(): LastSeen | null {
  const text = local.getItem(lastSeenKey);
  try {
    const seen = JSON.parse(text ?? 'null') as LastSeen | null;
    return Array.isArray(seen?.tickets) && !Number.isNaN(Date.parse(seen.at)) ? seen : null;
  } catch {
    return null;
  }
}
