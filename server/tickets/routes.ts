import * as contract from '#contract/bets.ts';
import type { Http } from '#server/http/http.ts';
import { route } from '#server/http/route.ts';
import { placeBets, type TicketDesk } from './place-bets.ts';
import { getBet, listBets } from './read-bets.ts';

export function registerTicketRoutes(http: Http, desk: TicketDesk): void {
  route(http, contract.placeBets, async ({ body, signedIn }) => {
    const { tickets, balance } = await placeBets(desk, signedIn, body.tickets);
    return { data: [...tickets], meta: { balance } };
  });
  route(http, contract.listBets, ({ query, signedIn }) => listBets(desk.db, signedIn.clientId, query));
  route(http, contract.getBet, async ({ params, signedIn }) => ({
    data: await getBet(desk.db, signedIn.clientId, params.id),
  }));
}
