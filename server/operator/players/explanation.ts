import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/explanation.ts';
import { defaultLimit } from '#server/http/paging.ts';
import {
  presentPart,
  readPlace,
  toExplanation,
  type CreditRow,
  type ExplainedRow,
} from '#server/ledger/explanation.ts';
import type { Operator, Operators } from '#server/operator/door/operators.ts';
import { callFor } from './act-on.ts';

type Wallets = AnswerOf<typeof contract.getPlayerWallets>['data'];
type Explanation = AnswerOf<typeof contract.explainPlayerWallet>;

/** What a player's wallets hold, or held at a moment. @throws Refusal not_found, moment_ahead, not_there_yet */
export async function readPlayerWallets(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  at: string | undefined,
): Promise<Wallets> {
  const [wallets] = await callFor<Wallets>(operators, 'console.player_wallets', [session, clientId, at ?? null]);
  return wallets!;
}

/** Where the francs of a player's wallet came from, or had come from at a moment. @throws Refusal as above */
export async function explainPlayerWallet(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { wallet, at, cursor, limit = defaultLimit }: RequestOf<typeof contract.explainPlayerWallet>['query'],
): Promise<Explanation> {
  const place = readPlace(cursor);
  const rows = await callFor<ExplainedRow>(operators, 'console.explain_player_wallet', [
    session,
    clientId,
    wallet,
    at ?? null,
    place?.below ?? null,
    place?.left ?? null,
    limit,
  ]);
  return toExplanation(rows, place, limit, presentForOperator);
}

function presentForOperator(row: CreditRow): Explanation['data'][number] {
  return {
    ...presentPart(row),
    adjustment: row.author === null ? null : { author: row.author, reason: row.reason, request: row.request_id },
  };
}
