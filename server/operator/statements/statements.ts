import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/statements.ts';
import { pieceBytes } from '#contract/calls/operator/statements.ts';
import { conflict } from '#server/operator/access/call-act.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readFound, readOne } from '#server/operator/access/reads.ts';
import { makeStatementKey, openStatementKey, sealPiece } from '#server/statements/statement-keys.ts';
import type { OperatorWords } from '#server/words/en/operators.ts';

type Uploading = AnswerOf<typeof contract.beginStatement>['data'];

const refuseBecause = (why: keyof OperatorWords['statement']) => conflict((says) => says.statement[why]);

/** @throws Refusal conflict for an account without payments, and for days that are not over */
export async function beginStatement(
  operators: Operators,
  { session }: Operator,
  { account, fileName, sha256, bytes, from, until, layout }: RequestOf<typeof contract.beginStatement>['body'],
): Promise<Uploading> {
  if (from > until) throw refuseBecause('order');
  const afterLast = new Date(Date.parse(`${until}T00:00:00${layout.offset}`) + 24 * 60 * 60 * 1_000);
  const begun = await readOne<Uploading | { readonly refused: 'no_account' | 'not_over' }>(
    operators,
    'console.begin_statement',
    [
      session,
      account,
      fileName,
      Buffer.from(sha256, 'hex'),
      bytes,
      JSON.stringify(layout),
      `${from}T00:00:00${layout.offset}`,
      afterLast,
      makeStatementKey(operators.documents),
    ],
  );
  if ('refused' in begun) throw refuseBecause(begun.refused);
  return begun;
}

/** Seals and keeps a piece. @throws Refusal not_found; conflict where it does not follow the pieces that are here */
export async function putPiece(
  operators: Operators,
  { session }: Operator,
  { id, number }: RequestOf<typeof contract.putStatementPiece>['params'],
  piece: Buffer,
): Promise<Uploading> {
  const key = await readOne<Buffer | null>(operators, 'console.statement_key', [session, id]);
  const sealed = key && sealPiece(openStatementKey(operators.documents, key), piece, id, number);
  const values = [session, id, number, pieceBytes, piece.length, sealed];
  const kept = await readFound<Uploading | { readonly refused: true }>(
    operators,
    'console.put_statement_piece',
    values,
  );
  if ('refused' in kept) throw refuseBecause('piece');
  return kept;
}
