import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { drawEventNames, type Draw } from '#contract/draws.ts';
import type { Clock } from '#database/clock.ts';
import type { Database } from '#database/connect.ts';
import { countUpTo } from '#server/http/count-up-to.ts';
import { Refusal } from '#server/http/refusal.ts';
import { drawPresenter, findDraw } from '#server/draws/draw.ts';
import type { DrawNews } from './draw-news.ts';

/** Who listens. */
export interface Listener {
  /** The key that the caller's address is counted under. */
  readonly address: string;
  /** Null for who is not signed in. */
  readonly clientId: number | null;
}

/** The public stream of what happens to draws, one for all who listen. */
export interface DrawStream {
  /**
   * Sends the stream on this response, with these headers besides its own, until it is closed from either side.
   *
   * @throws Refusal rate_limited, for who holds too many streams; overloaded, when all together do
   */
  join(response: ServerResponse, listener: Listener, headers: OutgoingHttpHeaders): void;
  /** Ends every response. */
  close(): void;
}

export interface StreamSettings {
  /** The operator's. */
  readonly timeZone: string;
  /** Multiplies the most streams of an address; see RATE_LIMIT_SCALE. */
  readonly scale: number;
}

export const streamType = 'text/event-stream; charset=utf-8';
const maxListeners = 10_000;
/** Behind one address may be a street of players, or a whole village of a mobile network; who finds no place polls. */
const maxPerAddress = 200;
/** Many tabs on many devices. Never scaled, as no limit of an account is. */
const maxPerClient = 20;
/** However far the limits are scaled, one address leaves places for the others. */
const mostOfOneAddress = maxListeners / 2;
/** A page that is refused asks for the draws by itself meanwhile, so it can wait. */
const retryAfterSeconds = 30;
/** Often enough that proxies keep the connection, and that a clock on a page never strays. */
const clockEveryMs = 20_000;
/** A listener whose unread bytes grow past this is cut off; it comes back by itself. */
const maxBufferedBytes = 64 * 1024;

export function openDrawStream(
  db: Database,
  news: DrawNews,
  clock: Clock,
  { timeZone, scale }: StreamSettings,
): DrawStream {
  const listeners = new Set<ServerResponse>();
  const perAddress = countUpTo<string>(Math.min(mostOfOneAddress, Math.max(1, Math.round(maxPerAddress * scale))));
  const perClient = countUpTo<number>(maxPerClient);
  const present = drawPresenter(timeZone);
  let closed = false;

  news.follow((one) => {
    // After a break notifications may have been missed: pages are asked to read again.
    if (one === null) return broadcast(formatEvent('reconnected', { now: nowOf(clock) }));
    tell(`draw.${one.what}`, one.drawId).catch(() => {}); // A page that hears nothing polls.
  });
  const ticking = setInterval(() => broadcast(clockEvent()), clockEveryMs);
  ticking.unref();

  async function tell(event: string, drawId: string): Promise<void> {
    if (listeners.size === 0 || !drawEventNames.some((name) => name === event)) return;
    const row = await findDraw(db, drawId);
    if (row) broadcast(formatEvent(event, present(row)));
  }

  function broadcast(event: string): void {
    for (const listener of listeners) {
      if (listener.writableLength > maxBufferedBytes) listener.destroy();
      else listener.write(event);
    }
  }

  function clockEvent(): string {
    return formatEvent('clock', { now: nowOf(clock), timeZone });
  }

  function join(response: ServerResponse, { address, clientId }: Listener, headers: OutgoingHttpHeaders): void {
    if (closed) throw new Refusal('unavailable', { retryAfterSeconds: 1 });
    // Who has gone meanwhile is never heard to go again, and would hold a place for ever.
    if (response.destroyed) return;
    if (!perAddress.hasRoom(address) || (clientId !== null && !perClient.hasRoom(clientId))) {
      throw new Refusal('rate_limited', {
        detail: 'Too many streams are open. Close some of them.',
        retryAfterSeconds,
      });
    }
    if (listeners.size >= maxListeners) throw new Refusal('overloaded', { retryAfterSeconds: 10 });
    response.writeHead(200, {
      ...headers,
      'content-type': streamType,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      // A connection that has carried a stream carries nothing else, so a server that stops need not wait for it.
      connection: 'close',
    });
    response.write(`retry: 3000\n${clockEvent()}`);
    listeners.add(response);
    perAddress.add(address);
    if (clientId !== null) perClient.add(clientId);
    response.on('error', () => {});
    response.once('close', () => {
      listeners.delete(response);
      perAddress.remove(address);
      if (clientId !== null) perClient.remove(clientId);
    });
  }

  function close(): void {
    closed = true;
    clearInterval(ticking);
    for (const listener of listeners) listener.end();
  }

  return { join, close };
}

function nowOf(clock: Clock): string {
  return new Date(Math.round(clock.now())).toISOString();
}

function formatEvent(name: string, data: Draw | { now: string; timeZone?: string }): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
