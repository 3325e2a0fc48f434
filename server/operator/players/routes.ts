import { explainPlayerWallet, getPlayerWallets } from '#contract/operator/explanation.ts';
import * as contract from '#contract/operator/players.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { originOf } from '#server/identity/security-log/security-log.ts';
import { dataRoutes, operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import * as acts from './act-on-player.ts';
import * as explanation from './explanation.ts';
import * as reads from './read-players.ts';
import { search } from './search.ts';

export function registerPlayerRoutes(http: Http, operators: Operators): void {
  const { db } = operators;
  const dataRoute = dataRoutes(http, operators.db);

  dataRoute(contract.searchPlayers, ({ operator, query }) => search(operators, operator, query.q));
  operatorList(http, operators, contract.listPlayers, ({ operators, operator, query }) =>
    reads.listPlayers(operators, operator, query),
  );
  dataRoute(contract.getPlayer, ({ operator, params, query }) =>
    reads.openPlayer(operators, operator, params.id, query.why),
  );
  operatorRoute(http, db, contract.unmask, async ({ operator, params, body }) => ({
    data: { value: await reads.unmaskField(operators, operator, params.id, body) },
  }));
  operatorList(http, operators, contract.listPlayerTickets, ({ operators, operator, params, query }) =>
    reads.listPlayerTickets(operators, operator, params.id, query),
  );
  operatorList(http, operators, contract.listPlayerStatement, ({ operators, operator, params, query }) =>
    reads.listPlayerStatement(operators, operator, params.id, query),
  );
  operatorRoute(http, db, getPlayerWallets, async ({ operator, params, query }) => ({
    data: await explanation.readPlayerWallets(operators, operator, params.id, query.at),
  }));
  operatorRoute(http, db, explainPlayerWallet, ({ operator, params, query }) =>
    explanation.explainPlayerWallet(operators, operator, params.id, query),
  );
  operatorList(http, operators, contract.listPlayerPayments, ({ operators, operator, params, query }) =>
    reads.listPlayerPayments(operators, operator, params.id, query),
  );
  dataRoute(contract.getPlayerBalance, ({ operator, params }) =>
    reads.readPlayerBalance(operators, operator, params.id),
  );
  dataRoute(contract.getPlayerLimits, ({ operator, params }) => reads.readPlayerLimits(operators, operator, params.id));
  dataRoute(contract.getPlayerSessions, ({ operator, params, request }) =>
    reads.readPlayerSessions(operators, operator, params.id, languageOf(request)),
  );
  dataRoute(contract.getPlayerIdentity, ({ operator, params }) =>
    reads.readPlayerIdentity(operators, operator, params.id),
  );
  operatorRoute(http, db, contract.listPlayerNotes, ({ operator, params, query }) =>
    reads.listPlayerNotes(operators, operator, params.id, query),
  );
  operatorList(http, operators, contract.listPlayerLooks, ({ operators, operator, params, query }) =>
    reads.listPlayerLooks(operators, operator, params.id, query),
  );
  operatorList(http, operators, contract.listMayNotPlay, ({ operators, operator, query }) =>
    reads.listMayNotPlay(operators, operator, query),
  );

  dataRoute(contract.writeNote, ({ operator, params, body }) => acts.writeNote(operators, operator, params.id, body));
  dataRoute(contract.openNote, ({ operator, params }) => reads.openNote(operators, operator, params.id));
  dataRoute(contract.endClientSessions, ({ operator, params, body, request }) =>
    acts.endClientSessions(operators, operator, params.id, body.reason, originOf(request)),
  );
  dataRoute(contract.tightenLimit, ({ operator, params, body, request }) =>
    acts.tightenLimit(operators, operator, params.id, body, originOf(request)),
  );
  dataRoute(contract.startBreak, ({ operator, params, body, request }) =>
    acts.startBreak(operators, operator, params.id, body, originOf(request)),
  );
  dataRoute(contract.lockClient, ({ operator, params, body, request }) =>
    acts.lockClient(operators, operator, params.id, body, originOf(request)),
  );
  dataRoute(contract.markTest, ({ operator, params, body }) => acts.markTest(operators, operator, params.id, body));
  dataRoute(contract.forbidPlay, ({ operator, body }) => acts.forbidPlay(operators, operator, body));
}
