import * as contract from '#contract/operator/replay.ts';
import type { Http } from '#server/http/http.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { readPlaceWithSums } from './cursor.ts';
import { readPlayerDay, replayPlayer } from './replay-player.ts';

export function registerReplayRoutes(http: Http, operators: Operators): void {
  const { addData, addList } = operatorCalls(http, operators);

  addData(contract.getPlayerDay, ({ operator, params, query }) =>
    readPlayerDay(operators, operator, params.id, query.day),
  );
  operatorList(http, operators, contract.replayPlayer, ({ operators, operator, params, query, language }) =>
    replayPlayer(operators, operator, params.id, query, language),
  );
  addList(contract.replayDraw, 'console.replay_draw', ({ params, query: { by, cursor } }) => [
    params.id,
    by === 'ticket',
    ...readPlaceWithSums(cursor),
  ]);
}
