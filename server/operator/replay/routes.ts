import * as contract from '#contract/operator/replay.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { operatorRoute } from '#server/operator/door/operator-route.ts';
import type { Operators } from '#server/operator/door/operators.ts';
import { replayDraw } from './replay-draw.ts';
import { readPlayerDay, replayPlayer } from './replay-player.ts';

export function registerReplayRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.getPlayerDay, async ({ operator, params, query }) => ({
    data: await readPlayerDay(operators, operator, params.id, query.day),
  }));
  operatorRoute(http, db, contract.replayPlayer, ({ operator, params, query, request }) =>
    replayPlayer(operators, operator, params.id, query, languageOf(request)),
  );
  operatorRoute(http, db, contract.replayDraw, ({ operator, params, query }) =>
    replayDraw(operators, operator, params.id, query),
  );
}
