import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Draw, openStream } from '#contract/draws.ts';
import type { Clock } from '#database/clock.ts';
import type { Database } from '#database/connect.ts';
import { countUpTo } from '#server/http/count-up-to.ts';
import { beginStream, formatEvent, sendEvent } from '#server/http/event-stream.ts';
import { Refusal } from '#server/http/refusal.ts';
import { shareOf } from '#server/processes/part.ts';
import { drawPresenter, findDraw, type DrawRow } from '#server/draws/draw.ts';
import type { DrawNews } from './draw-news.ts';

interface Listener {
  /** The key of the address for rate limits. */
  readonly address: string;
  /** Null when not signed in. */
  readonly clientId: number | null;
  /** Whether an event of a draw has only the changed fields, for a page that knows the draw. */
  readonly onlyChanges: boolean;
}

/** The public stream of events of draws (server-sent events), the same for all listeners. */
export interface DrawStream {
  /**
   * Sends the stream on this response, with these headers besides its own, until either side closes it.
   *
   * @throws Refusal rate_limited, for too many streams of one address or client; overloaded, for too many in all
   */
  join(response: ServerResponse, listener: Listener, headers: OutgoingHttpHeaders): void;
  /** Ends every response. */
  close(): void;
}

interface StreamSettings {
  /** The operator's time zone. */
  readonly timeZone: string;
  /** Multiplies the limit per address; see RATE_LIMIT_SCALE. */
  readonly scale: number;
  /** How many processes share the limit per client. */
  readonly processes: number;
  /** How many tickets a settled draw has paid. */
  readonly countPaid: (drawId: string) => Promise<number>;
}

const maxListeners = 10_000;
/** Many players of a mobile network may share one address. A page without a stream polls. */
const maxPerAddress = 200;
/** Enough for many tabs on many devices. Limits of an account are never scaled. */
const maxPerClient = 20;
/** At any scale, one address leaves places for others. */
const mostOfOneAddress = maxListeners / 2;
/** A refused page polls meanwhile, so it can wait. */
const retryAfterSeconds = 30;
/** Often enough that proxies keep the connection open and that the clock of a page does not drift. */
const clockEveryMs = 20_000;

export function openDrawStream(
  db: Database,
  news: DrawNews,
  clock: Clock,
  { timeZone, scale, processes, countPaid }: StreamSettings,
): DrawStream {
  const listeners = new Map<ServerResponse, Pick<Listener, 'onlyChanges'>>();
  const perAddress = countUpTo<string>(Math.min(mostOfOneAddress, Math.max(1, Math.floor(maxPerAddress * scale))));
  const perClient = countUpTo<number>(shareOf(maxPerClient, processes));
  const present = drawPresenter(timeZone);
  let closed = false;
  let telling = Promise.resolve();
  /** The changes of the last event. A page has read the draws before its stream begins, and may have missed it. */
  let last: object | null = null;

  news.follow((one) => {
    // Notifications may have been missed while the connection was lost, so pages are told to read again.
    if (one === null) return broadcast(() => formatEvent('reconnected', { now: nowOf(clock) }));
    if (one.what === 'sales') return broadcast(() => formatEvent('sales', { now: nowOf(clock) }));
    if (one.what === 'judged' || one.what === 'history') return;
    // In their order. A page without events polls.
    telling = telling.then(() => tell(`draw.${one.what}`, one.drawId)).catch(() => {});
  });
  const ticking = setInterval(tick, clockEveryMs);
  ticking.unref();

  async function tell(event: keyof typeof openStream.events, drawId: string): Promise<void> {
    const row = await findDraw(db, drawId);
    if (!row) return;
    const paidTickets = row.status === 'settled' ? await countPaid(drawId) : null;
    const draw = present(row, 'en');
    last = changesOf(row, draw, paidTickets);
    const [whole, changes] = [formatEvent(event, draw), formatEvent(event, last)];
    for (const [response, { onlyChanges }] of listeners) sendEvent(response, onlyChanges ? changes : whole);
  }

  /** Without listeners nothing is written: a process without an answer of the database does not know the time. */
  function broadcast(write: () => string): void {
    if (listeners.size === 0) return;
    const event = write();
    for (const listener of listeners.keys()) sendEvent(listener, event);
  }

  /** A page is told the time zone at the beginning. */
  function tick(): void {
    if (listeners.size === 0) return;
    const [whole, changes] = [clockEvent(), formatEvent('clock', { now: nowOf(clock) })];
    for (const [response, { onlyChanges }] of listeners) sendEvent(response, onlyChanges ? changes : whole);
  }

  function clockEvent(): string {
    return formatEvent('clock', { now: nowOf(clock), timeZone });
  }

  function join(
    response: ServerResponse,
    { address, clientId, onlyChanges }: Listener,
    headers: OutgoingHttpHeaders,
  ): void {
    if (closed) throw new Refusal('unavailable', { retryAfterSeconds: 1 });
    // The caller has disconnected already: there would be no `close` event to free its place.
    if (response.destroyed) return;
    if (!perAddress.hasRoom(address) || (clientId !== null && !perClient.hasRoom(clientId))) {
      throw new Refusal('rate_limited', {
        detail: ({ tooManyStreams }) => tooManyStreams,
        retryAfterSeconds,
      });
    }
    if (listeners.size >= maxListeners) throw new Refusal('overloaded', { retryAfterSeconds: 10 });
    beginStream(response, headers);
    response.write(`retry: 3000\n${clockEvent()}${onlyChanges && last ? formatEvent('draw.last', last) : ''}`);
    listeners.set(response, { onlyChanges });
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
    for (const listener of listeners.keys()) listener.end();
  }

  return { join, close };
}

/** The fields of a draw that have a value by now. The others are left out. */
function changesOf(row: DrawRow, { id, status, result, calledOff }: Draw, paidTickets: number | null): object {
  const { sealed_at: sealedAt, drawn_at: drawnAt, finished_at: settledAt } = row;
  const times = { sealedAt, drawnAt, settledAt: status === 'settled' ? settledAt : null };
  const all = { id, status, ...times, result, calledOff, paidTickets };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

function nowOf(clock: Clock): string {
  return new Date(Math.round(clock.now())).toISOString();
}
