import { arrayLiteral, type Database } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import type { ClientStream } from '#server/client-stream/client-stream.ts';
import type { DrawNews } from '#server/draws/read/draw-news.ts';
import { presentTicket, selectTickets, type StoredTicket } from './stored-ticket.ts';

/** One statement reads the tickets of so many clients. */
const clientsAtOnce = 500;
/** A page asks for more tickets than this itself: its stream takes no event without end. */
const mostTickets = 50;

interface Balances {
  readonly client_id: number;
  readonly dep: Francs;
  readonly win: Francs;
  readonly at: Date;
}

/** The fields of a ticket that a draw changes. */
function changesOf(row: StoredTicket) {
  const { id, status, payout, result, places } = presentTicket(row);
  return { id, status, payout, result, places };
}

/**
 * When a draw is paid or called off, tells each client with an open page and tickets on it how they ended, and what is in the wallets
 * now: the pages then need to ask for neither. The stream of draws tells everybody else that nothing of theirs has changed.
 */
export function tellOutcomes(db: Database, news: DrawNews, clients: ClientStream): void {
  let telling = Promise.resolve();
  news.follow((one) => {
    // After a lost connection, the stream itself makes pages read again.
    if (one === null || (one.what !== 'settled' && one.what !== 'void')) return;
    telling = telling.then(() => tellDraw(one.drawId)).catch(() => clients.readAgain());
  });

  async function tellDraw(drawId: string): Promise<void> {
    const all = clients.listening();
    for (let start = 0; start < all.length; start += clientsAtOnce) {
      await tellSome(drawId, all.slice(start, start + clientsAtOnce));
    }
  }

  async function tellSome(drawId: string, some: readonly number[]): Promise<void> {
    const rows = await db.query<StoredTicket>({
      name: 'tickets-to-tell',
      text: `${selectTickets}
        where t.client_id = any ($1::bigint[]) and t.draw_id = $2
          and t.id >= (ids_of_draw($2)).first and t.id < (ids_of_draw($2)).beyond
        order by t.client_id, t.id desc`,
      values: [arrayLiteral(some), drawId],
    });
    const byClient = Map.groupBy(rows, ({ client_id: client }) => client);
    if (byClient.size === 0) return;
    // Read after the tickets, so that what they paid is in it.
    const balances = await db.query<Balances>({
      name: 'balances-to-tell',
      text: 'select client_id, dep, win, now() as at from wallet where client_id = any ($1::bigint[])',
      values: [arrayLiteral([...byClient.keys()])],
    });
    for (const { client_id: client, dep, win, at } of balances) {
      const tickets = byClient.get(client)!;
      const told = tickets.length > mostTickets ? null : tickets.map(changesOf);
      clients.tell(client, 'outcome', { drawId, tickets: told, balance: { dep, win }, at });
    }
  }
}
