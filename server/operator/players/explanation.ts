import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/explanation.ts';
import { defaultLimit } from '#server/http/paging.ts';
import { readPlace, toExplanation, type Explained } from '#server/ledger/explanation.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { callFor } from '#server/operator/access/reads.ts';

type Explanation = AnswerOf<typeof contract.explainPlayerWallet>;

/** Where the francs of a player's wallet came from, or had come from at a moment. @throws Refusal as above */
export async function explainPlayerWallet(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { wallet, at, cursor, limit = defaultLimit }: RequestOf<typeof contract.explainPlayerWallet>['query'],
): Promise<Explanation> {
  const place = readPlace(cursor);
  const rows = await callFor<Explained<Explanation['data'][number]>>(operators, 'console.explain_player_wallet', [
    session,
    clientId,
    wallet,
    at ?? null,
    place?.below ?? null,
    place?.left ?? null,
    limit,
  ]);
  return toExplanation(rows, place, limit);
}
