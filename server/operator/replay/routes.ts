import * as contract from '#contract/operator/replay.ts';
import type { Http } from '#server/http/http.ts';
import { dataRoutes } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { replayDraw } from './replay-draw.ts';
import { readPlayerDay, replayPlayer } from './replay-player.ts';

export function registerReplayRoutes(http: Http, operators: Operators): void {
  const dataRoute = dataRoutes(http, operators.db);

  dataRoute(contract.getPlayerDay, ({ operator, params, query }) =>
    readPlayerDay(operators, operator, params.id, query.day),
  );
  operatorList(http, operators, contract.replayPlayer, ({ operators, operator, params, query, language }) =>
    replayPlayer(operators, operator, params.id, query, language),
  );
  operatorList(http, operators, contract.replayDraw, ({ operators, operator, params, query }) =>
    replayDraw(operators, operator, params.id, query),
  );
}
