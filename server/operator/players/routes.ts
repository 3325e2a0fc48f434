import { explainPlayerWallet, getPlayerWallets } from '#contract/operator/explanation.ts';
import * as contract from '#contract/operator/players.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { originOf } from '#server/identity/security-log/security-log.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import * as acts from './act-on-player.ts';
import * as explanation from './explanation.ts';
import * as reads from './read-players.ts';
import { search } from './search.ts';

export function registerPlayerRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.searchPlayers, async ({ operator, query }) => ({
    data: await search(operators, operator, query.q),
  }));
  operatorList(http, operators, contract.listPlayers, ({ operators, operator, query }) =>
    reads.listPlayers(operators, operator, query),
  );
  operatorRoute(http, db, contract.getPlayer, async ({ operator, params, query }) => ({
    data: await reads.openPlayer(operators, operator, params.id, query.why),
  }));
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
  operatorRoute(http, db, contract.getPlayerBalance, async ({ operator, params }) => ({
    data: await reads.readPlayerBalance(operators, operator, params.id),
  }));
  operatorRoute(http, db, contract.getPlayerLimits, async ({ operator, params }) => ({
    data: await reads.readPlayerLimits(operators, operator, params.id),
  }));
  operatorRoute(http, db, contract.getPlayerSessions, async ({ operator, params, request }) => ({
    data: await reads.readPlayerSessions(operators, operator, params.id, languageOf(request)),
  }));
  operatorRoute(http, db, contract.getPlayerIdentity, async ({ operator, params }) => ({
    data: await reads.readPlayerIdentity(operators, operator, params.id),
  }));
  operatorRoute(http, db, contract.listPlayerNotes, ({ operator, params, query }) =>
    reads.listPlayerNotes(operators, operator, params.id, query),
  );
  operatorList(http, operators, contract.listPlayerLooks, ({ operators, operator, params, query }) =>
    reads.listPlayerLooks(operators, operator, params.id, query),
  );
  operatorList(http, operators, contract.listMayNotPlay, ({ operators, operator, query }) =>
    reads.listMayNotPlay(operators, operator, query),
  );

  operatorRoute(http, db, contract.writeNote, async ({ operator, params, body }) => ({
    data: await acts.writeNote(operators, operator, params.id, body),
  }));
  operatorRoute(http, db, contract.openNote, async ({ operator, params }) => ({
    data: await reads.openNote(operators, operator, params.id),
  }));
  operatorRoute(http, db, contract.endClientSessions, async ({ operator, params, body, request }) => ({
    data: await acts.endClientSessions(operators, operator, params.id, body.reason, originOf(request)),
  }));
  operatorRoute(http, db, contract.tightenLimit, async ({ operator, params, body, request }) => ({
    data: await acts.tightenLimit(operators, operator, params.id, body, originOf(request)),
  }));
  operatorRoute(http, db, contract.startBreak, async ({ operator, params, body, request }) => ({
    data: await acts.startBreak(operators, operator, params.id, body, originOf(request)),
  }));
  operatorRoute(http, db, contract.lockClient, async ({ operator, params, body, request }) => ({
    data: await acts.lockClient(operators, operator, params.id, body, originOf(request)),
  }));
  operatorRoute(http, db, contract.markTest, async ({ operator, params, body }) => ({
    data: await acts.markTest(operators, operator, params.id, body),
  }));
  operatorRoute(http, db, contract.forbidPlay, async ({ operator, body }) => ({
    data: await acts.forbidPlay(operators, operator, body),
  }));
}
