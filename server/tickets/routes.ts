import * as contract from '#contract/bets.ts';
import type { Database } from '#database/connect.ts';
import { keepFavourite, listFavourites, removeFavourite } from '#contract/favourites.ts';
import { createDoor, type Admission, type AdmissionLimits } from '#server/http/admission.ts';
import type { Http } from '#server/http/http.ts';
import { isPast } from '#server/http/past.ts';
import { route } from '#server/http/route.ts';
import { originOf, type SecurityLog } from '#server/identity/security-log/security-log.ts';
import * as favourites from './favourites.ts';
import { placeBets, type TicketDesk } from './place-bets.ts';
import type { DrawKeys } from '#server/fair-draw/draw-keys.ts';
import { listBetsByDraw } from './bets-by-draw.ts';
import { getBet, listBets } from './read-bets.ts';
import { readReceipt } from './receipt.ts';
import { sumBets } from './sum-bets.ts';

/** Every admitted call should be answered within a second; most of that is left for the network and the disk. */
const admitted: AdmissionLimits = { least: 64, most: 4_096, targetMs: 300 };

/**
 * @param readDb for what was over before this month
 * @returns what limits how many bets are being placed at a time
 */
export function registerTicketRoutes(
  http: Http,
  desk: TicketDesk,
  keys: DrawKeys,
  security: SecurityLog,
  readDb: Database = desk.db,
): Admission {
  const door = createDoor(admitted, http.izi.concurrencyScale);
  route(
    http,
    contract.placeBets,
    async ({ body, signedIn }) => {
      const { tickets, balance } = await placeBets(desk, signedIn, body.tickets);
      return { data: [...tickets], meta: { balance } };
    },
    { door },
  );
  route(http, contract.listBets, ({ query, signedIn: { clientId } }) => {
    if (query.order === 'draw') return listBetsByDraw(isPast({ to: query.to }) ? readDb : desk.db, clientId, query);
    return listBets(isPast(query) ? readDb : desk.db, clientId, query);
  });
  route(http, contract.sumBets, async ({ query, signedIn }) => ({
    data: await sumBets(desk.db, signedIn.clientId, query.draws),
  }));
  route(http, contract.getBet, async ({ params: { id }, signedIn, request }) => ({
    data: await security.watchId(originOf(request), signedIn, 'ticket', id, () =>
      getBet(desk.db, signedIn.clientId, id),
    ),
  }));
  route(http, contract.getReceipt, ({ params: { id }, signedIn, request }) =>
    security.watchId(originOf(request), signedIn, 'ticket', id, () =>
      readReceipt(desk.db, keys, signedIn.clientId, id),
    ),
  );

  route(http, listFavourites, async ({ signedIn }) => ({
    data: await favourites.listFavourites(desk.db, signedIn.clientId),
  }));
  route(http, keepFavourite, async ({ params, body, signedIn }) => ({
    data: await favourites.keepFavourite(desk.db, signedIn.clientId, { id: params.id, ...body }),
  }));
  route(http, removeFavourite, async ({ params, signedIn }) => {
    await favourites.removeFavourite(desk.db, signedIn.clientId, params.id);
    return undefined;
  });
  return door.admission;
}
