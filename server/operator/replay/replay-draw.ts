import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/replay.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readPage } from '#server/operator/access/reads.ts';
import { readPlaceWithSums } from './cursor.ts';

/** A page of a draw's life. The cursor carries what was staked and paid until then. @throws Refusal not_found */
export function replayDraw(
  operators: Operators,
  { session }: Operator,
  drawId: string,
  { by, cursor, limit }: RequestOf<typeof contract.replayDraw>['query'],
): Promise<AnswerOf<typeof contract.replayDraw>> {
  const values = [session, drawId, by === 'ticket', ...readPlaceWithSums(cursor)];
  return readPage(operators, 'console.replay_draw', values, limit);
}
