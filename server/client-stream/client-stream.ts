import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { arrayLiteral, type Database } from '#database/connect.ts';
import { gatherHints } from '#server/background/gather-hints.ts';
import { countUpTo } from '#server/http/count-up-to.ts';
import { beginStream, formatEvent, sendEvent } from '#server/http/event-stream.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { sessionIsAlive } from '#server/identity/sessions/sessions.ts';

/** The events of their own client that signed-in pages receive (server-sent events). */
export interface ClientStream {
  /**
   * Sends the stream on this response, with these headers besides its own, until either side closes it or the session ends.
   *
   * @throws Refusal rate_limited, for too many streams of one client; overloaded, for too many in all
   */
  join(response: ServerResponse, signedIn: SignedIn, headers: OutgoingHttpHeaders): void;
  /** The clients who listen at this process. */
  listening(): number[];
  /** Sends an event to a client’s pages. The caller has read what it says from the rows. */
  tell(clientId: number, event: string, data: object): void;
  /** Tells all pages that events may have been missed. */
  readAgain(): void;
  /** Ends every response. */
  close(): Promise<void>;
}

const maxListeners = 10_000;
/** Enough for a person's phone, tablet and desktop, with a few visible tabs. A page without a stream polls. */
const maxPerClient = 6;
const retryAfterSeconds = 30;
/** Often enough that proxies keep the connection open. */
const beatEveryMs = 20_000;
/** A session that nobody ended expires. */
const lookEveryMs = 60_000;

/** How many notifications about clients with an open page are read together. Further ones are dropped: pages poll too. */
const mostHints = 2_000;
const pauseMs = 250;
const mostTold = 10_000;
/** `<client> session`, `<client> limits`, `<client> identity` or `<client> payment <id>`, and then perhaps more. */
const readHint = /^(\d{1,15}) (?:(?:session|limits|identity)$|payment [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b)/;

interface Listener {
  readonly response: ServerResponse;
  readonly sessionId: string;
}

/** Follows the notifications about clients: one connection a process, whatever the number of pages. */
export async function openClientStream(db: Database): Promise<ClientStream> {
  const listeners = new Map<number, Set<Listener>>();
  const perClient = countUpTo<number>(maxPerClient);
  let size = 0;
  let closed = false;

  /** The newest status of each payment that was sent; the oldest payments are dropped. */
  const told = new Map<string, string>();

  // A notification is a hint only: any login of the database can send it. The events that are sent are read from the
  // rows.
  const hear = gatherHints(tellTruth, { most: mostHints, pauseMs });
  const stopListening = await db.listen('client', (payload) => {
    // Some notifications may have been missed, so pages read again, and ended sessions are looked for.
    if (payload === null) {
      readAgain();
      endOverSessions([...everybody()]);
      return;
    }
    const hint = readHint.exec(payload);
    if (hint !== null && listeners.has(Number(hint[1]))) hear(hint[0]);
  });

  async function tellTruth(hints: ReadonlySet<string>): Promise<void> {
    const ending: Listener[] = [];
    const payments: string[] = [];
    for (const [client, what, payment] of [...hints].map((hint) => hint.split(' '))) {
      if (payment !== undefined) payments.push(payment);
      else if (what === 'session') ending.push(...listenersOf(Number(client)));
      else tell(Number(client), what!, {});
    }
    endOverSessions(ending);
    if (payments.length > 0) await tellPayments(payments);
  }

  async function tellPayments(ids: readonly string[]): Promise<void> {
    const rows = await db.query<{ id: string; client_id: number; status: string }>(
      'select id, client_id, status from payment where id = any ($1::uuid[])',
      [arrayLiteral(ids)],
    );
    for (const { id, client_id: client, status } of rows) {
      if (!listeners.has(client) || told.get(id) === status) continue;
      if (told.size >= mostTold) told.delete(told.keys().next().value!);
      told.set(id, status);
      tell(client, 'payment', { id, status });
    }
  }
  const beating = setInterval(() => {
    for (const { response } of everybody()) response.write(':\n\n');
  }, beatEveryMs);
  const looking = setInterval(() => endOverSessions([...everybody()]), lookEveryMs);
  beating.unref();
  looking.unref();

  function listenersOf(client: number): Iterable<Listener> {
    return listeners.get(client) ?? [];
  }

  function* everybody(): Generator<Listener> {
    for (const own of listeners.values()) yield* own;
  }

  function tell(client: number, event: string, data: object): void {
    for (const listener of listenersOf(client)) write(listener, event, data);
  }

  function readAgain(): void {
    for (const listener of everybody()) write(listener, 'reconnected', {});
  }

  function write({ response }: Listener, event: string, data: object): void {
    sendEvent(response, formatEvent(event, data));
  }

  /** Ends the streams of sessions that are over. This look-up does not count as a use of the session, so it keeps no session alive. */
  function endOverSessions(some: readonly Listener[]): void {
    if (some.length === 0) return;
    findAlive(some.map(({ sessionId }) => sessionId)).then(
      (alive) => {
        for (const listener of some) {
          if (alive.has(listener.sessionId)) continue;
          write(listener, 'session.over', {});
          listener.response.end();
        }
        return undefined;
      },
      // The streams end when the lookup fails: the pages then poll.
      () => {
        for (const { response } of some) response.end();
      },
    );
  }

  async function findAlive(ids: readonly string[]): Promise<Set<string>> {
    const rows = await db.query<{ id: string }>(
      `select s.id from session s where s.id = any ($1::uuid[]) and ${sessionIsAlive}`,
      [arrayLiteral([...new Set(ids)])],
    );
    return new Set(rows.map(({ id }) => id));
  }

  function join(response: ServerResponse, { clientId, sessionId }: SignedIn, headers: OutgoingHttpHeaders): void {
    if (closed) throw new Refusal('unavailable', { retryAfterSeconds: 1 });
    // The caller has disconnected already: there would be no `close` event to free its place.
    if (response.destroyed) return;
    if (!perClient.hasRoom(clientId)) {
      throw new Refusal('rate_limited', { detail: ({ tooManyStreams }) => tooManyStreams, retryAfterSeconds });
    }
    if (size >= maxListeners) throw new Refusal('overloaded', { retryAfterSeconds: 10 });
    beginStream(response, headers);
    response.write(':\n\n');
    const listener = { response, sessionId };
    const own = listeners.get(clientId) ?? new Set();
    listeners.set(clientId, own.add(listener));
    perClient.add(clientId);
    size += 1;
    response.on('error', () => {});
    response.once('close', () => {
      own.delete(listener);
      if (own.size === 0 && listeners.get(clientId) === own) listeners.delete(clientId);
      perClient.remove(clientId);
      size -= 1;
    });
    // It may have ended after the call was let in.
    endOverSessions([listener]);
  }

  async function close(): Promise<void> {
    closed = true;
    clearInterval(beating);
    clearInterval(looking);
    for (const { response } of everybody()) response.end();
    await stopListening();
  }

  return { join, listening: () => [...listeners.keys()], tell, readAgain, close };
}
