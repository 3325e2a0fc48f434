import type { ServerResponse } from 'node:http';
import { drawEventNames, type Draw } from '#contract/draws.ts';
import type { Clock } from '#database/clock.ts';
import type { Database } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { drawPresenter, findDraw } from './draw.ts';

/** The public stream of what happens to draws, one for all who listen. */
export interface DrawStream {
  /** Sends the stream on this response until it is closed from either side. */
  join(response: ServerResponse): void;
  /** Ends every response, and stops listening. */
  close(): Promise<void>;
}

const maxListeners = 10_000;
/** Often enough that proxies keep the connection, and that a clock on a page never strays. */
const clockEveryMs = 20_000;
/** A listener whose unread bytes grow past this is cut off; it comes back by itself. */
const maxBufferedBytes = 64 * 1024;

export async function openDrawStream(db: Database, clock: Clock, timeZone: string): Promise<DrawStream> {
  const listeners = new Set<ServerResponse>();
  const present = drawPresenter(timeZone);
  let closed = false;

  const unlisten = await db.listen('draw', (news) => {
    // After a break notifications may have been missed: pages are asked to read again.
    if (news === null) return broadcast(formatEvent('reconnected', { now: nowOf(clock) }));
    const [what, drawId] = news.split(' ') as [string, string];
    tell(`draw.${what}`, drawId).catch(() => {}); // A page that hears nothing polls.
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

  function join(response: ServerResponse): void {
    if (closed) throw new Refusal('unavailable', { retryAfterSeconds: 1 });
    if (listeners.size >= maxListeners) throw new Refusal('overloaded', { retryAfterSeconds: 10 });
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      // A connection that has carried a stream carries nothing else, so a server that stops need not wait for it.
      connection: 'close',
    });
    response.write(`retry: 3000\n${clockEvent()}`);
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
    response.on('error', () => listeners.delete(response));
  }

  async function close(): Promise<void> {
    closed = true;
    clearInterval(ticking);
    await unlisten();
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
